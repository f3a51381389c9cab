import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runInForeground, signalGroup } from '../../src/process/index.ts';
import { saidLines } from './said-lines.ts';

const script = path.join(import.meta.dirname, 'in-foreground.ts');

async function start() {
  const owner = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'ignore'] });
  const { line, lines, ended } = saidLines(owner, 'in-foreground.ts');
  const group = Number(await line(/^\d+$/));
  onTestFinished(() => {
    owner.kill('SIGKILL');
    signalGroup(group, 'SIGKILL');
  });
  await line(/^ready$/);
  return { owner, group, line, lines, ended };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s reaches what the program started, which is waited for',
  async (signal) => {
    const { owner, group, line, lines, ended } = await start();
    owner.kill(signal);
    await line(/^stopping$/);
    signalGroup(group, 'SIGUSR2');
    expect(await ended).toBe(0);
    expect(lines.slice(-2)).toEqual(['stopped', 'status 130']);
  },
);

test('the second signal is passed on, too', async () => {
  const { owner, line, lines, ended } = await start();
  owner.kill('SIGINT');
  await line(/^stopping$/);
  owner.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(lines).not.toContain('stopped');
});

test('when we are killed, what the program started is asked to stop', async () => {
  const { owner, group, line, ended } = await start();
  owner.kill('SIGKILL');
  await line(/^stopping$/);
  signalGroup(group, 'SIGUSR2');
  await line(/^stopped$/);
  await ended;
});

test('the status of a program that ends by itself is returned, and a program that is not there is named', async () => {
  const { dirname } = import.meta;
  expect(await runInForeground(process.execPath, ['-e', 'process.exit(3)'], dirname)).toBe(3);
  await expect(runInForeground('no-such-program', [], dirname)).rejects.toThrow(
    "no-such-program can't be started",
  );
});

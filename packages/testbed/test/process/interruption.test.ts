import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const script = path.join(import.meta.dirname, 'interruptible.ts');

async function start() {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  await once(child.stdout, 'data'); // it is ready
  const send = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [heard] = await once(child.stderr, 'data');
    expect(String(heard)).toBe('heard');
  };
  return { child, send, ended };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s stops in order', async (signal) => {
  const { child, send, ended } = await start();
  await send(signal);
  child.kill('SIGUSR2');
  expect(await ended).toEqual([0, null]);
});

test('the second signal ends it at once', async () => {
  const { child, send, ended } = await start();
  await send('SIGINT');
  child.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
});

test('a terminal that is closed says so twice, and takes no more words: it stops in order anyway', async () => {
  const { child, send, ended } = await start();
  child.stdout.destroy();
  await send('SIGHUP');
  await send('SIGHUP');
  child.kill('SIGUSR2');
  expect(await ended).toEqual([0, null]);
});

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { shareMongo } from '../../src/mongo/index.ts';
import { socketPathFor } from '../../src/mongo/socket.ts';
import { isRunning } from '../../src/process/index.ts';

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shared-test-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await until(() => !existsSync(socketPathFor(dataDir)));
  await rm(dataDir, { recursive: true, force: true });
});

interface Sharer {
  child: ChildProcess;
  lines: Interface;
}

function share(): Sharer {
  const script = fileURLToPath(new URL('./sharer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, MONGO_URL: '' },
  });
  children.push(child);
  return { child, lines: createInterface(child.stdout as NodeJS.ReadableStream) };
}

/** @throws if it ends instead: the output of the tests has its message */
async function ready({ child, lines }: Sharer): Promise<{ pid: number; url: string }> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`It ended with code ${code}`);
  });
  const [line] = await Promise.race([once(lines, 'line'), ended]);
  return JSON.parse(line);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(20);
}

test('two that start at once get one mongod, and the last one out stops it', {
  timeout: 60_000,
}, async () => {
  const [first, second] = [share(), share()];
  const [one, other] = await Promise.all([ready(first), ready(second)]);
  expect(other).toEqual(one);

  const stopped = once(first.lines, 'line');
  first.child.kill('SIGTERM');
  await stopped;
  expect(isRunning(one.pid)).toBe(true);

  const last = once(second.lines, 'line');
  second.child.kill('SIGTERM');
  await last;
  expect(isRunning(one.pid)).toBe(false);
  expect(existsSync(socketPathFor(dataDir))).toBe(false);
});

test('one that is killed does not take it from the other', { timeout: 60_000 }, async () => {
  const first = share();
  const one = await ready(first);
  const second = share();
  expect(await ready(second)).toEqual(one);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const third = share();
  expect(await ready(third)).toEqual(one);
  second.child.kill('SIGKILL');
  third.child.kill('SIGKILL');
  await until(() => !isRunning(one.pid));
});

test('who comes while it stops gets the next one', { timeout: 60_000 }, async () => {
  const first = share();
  const one = await ready(first);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const next = await ready(share());
  expect(next.pid === one.pid || !isRunning(one.pid)).toBe(true);
  expect(isRunning(next.pid)).toBe(true);
});

test('who is in the queue of a keeper that ends gets the next one', { timeout: 60_000 }, async () => {
  const ending = createServer((client) => {
    client.destroy();
    ending.close();
  }).listen(socketPathFor(dataDir));
  await once(ending, 'listening');
  vi.stubEnv('MONGO_URL', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const mongo = await shareMongo({ dataDir });
  expect(isRunning(mongo.pid as number)).toBe(true);
  await mongo.stop();
  expect(isRunning(mongo.pid as number)).toBe(false);
});

test('those who come after a killed keeper share the next one', { timeout: 60_000 }, async () => {
  const one = await ready(share());
  const keeper = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(one.pid)], { encoding: 'utf8' }));
  process.kill(keeper, 'SIGKILL');
  const [next, other] = await Promise.all([ready(share()), ready(share())]);
  expect(other).toEqual(next);
  expect(next.pid).not.toBe(one.pid);
  // mongod lets go of its data before it is gone from the list of processes.
  await until(() => !isRunning(one.pid));
});

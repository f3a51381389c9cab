import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { OwnCpu } from '../src/program-side.ts';
import type { LabTestbed } from '../src/testbed.ts';
import { openTestbed } from '../src/testbed.ts';

const client = new URL('./sample/client.ts', import.meta.url);
const echo = new URL('./echo.ts', import.meta.url);

function testbedForTest(): LabTestbed {
  const testbed = openTestbed({ size: 'toy', seed: 1, signal: new AbortController().signal });
  onTestFinished(() => testbed[Symbol.asyncDispose]());
  return testbed;
}

/** A process that has ended but isn't waited for by whom it belongs to is no longer running either. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function untilEnded(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Sends bytes and ends, and counts what comes back until the other ends, too. */
async function exchange(port: number, bytes: number): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let back = 0;
  socket.on('data', (chunk) => {
    back += chunk.length;
  });
  socket.end(Buffer.alloc(bytes, 'x'));
  await once(socket, 'end');
  return back;
}

test.for(['node', 'bun'] as const)(
  'a program on %s answers, tells its CPU, and ends with its testbed',
  async (runtime) => {
    const testbed = testbedForTest();
    const program = await testbed.program(client, { runtime });
    await expect(program.ask({ do: 'fail' })).rejects.toThrow('client.ts: as it was asked to');
    await expect(program.ask({ do: 'sing' })).rejects.toThrow('it knows no command "sing", but cpu, get');
    const { user_ms } = await program.ask<OwnCpu>({ do: 'cpu' });
    expect(user_ms).toBeGreaterThan(0);
    await testbed[Symbol.asyncDispose]();
    expect(isRunning(program.pid)).toBe(false);
    await expect(program.ask({ do: 'cpu' })).rejects.toThrow('client.ts has ended');
  },
);

test('a program that ends by itself says why, to whoever asked it', async () => {
  const program = await testbedForTest().program(client);
  await expect(program.ask({ do: 'end' })).rejects.toThrow(
    'client.ts ended with status 3: Error: it had enough',
  );
});

test('a program that doesn’t get ready is an error that says why', async () => {
  const testbed = testbedForTest();
  await expect(testbed.program(new URL('./nothing.ts', import.meta.url))).rejects.toThrow(
    /^nothing\.ts ended with status 1: Error: Cannot find module .*\(before it was ready\)$/,
  );
});

test('programs end when the lab is killed', async () => {
  const lab = spawn(process.execPath, [path.join(import.meta.dirname, 'killed.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(lab.stdout, 'data');
  const { pid } = JSON.parse(String(line));
  expect(isRunning(pid)).toBe(true);
  lab.kill('SIGKILL');
  await untilEnded(pid);
});

test('the relay counts every byte both ways, and ends as the connections do', async () => {
  const testbed = testbedForTest();
  const server = await testbed.program(echo);
  const meter = await testbed.meter({ host: '127.0.0.1', port: Number(server.ready.port) });
  const sizes = [1, 100_000, 3_000_001];
  const back = await Promise.all(sizes.map((bytes) => exchange(meter.port, bytes)));
  expect(back).toEqual(sizes);
  const sum = sizes.reduce((one, other) => one + other);
  expect(await server.ask<number>({ do: 'bytes' })).toBe(sum);
  expect(meter.counts()).toEqual({ up_bytes: sum, down_bytes: sum, connections: sizes.length });
});

test('a browser has a page, and its CPU is that of all its processes', async () => {
  const testbed = testbedForTest();
  const { page, usage } = await testbed.browser();
  const before = await usage();
  await page.evaluate(() => {
    const until = performance.now() + 200;
    while (performance.now() < until);
  });
  const after = await usage();
  expect(after.cpu_ms - before.cpu_ms).toBeGreaterThanOrEqual(20);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { samplePss, sampleSwitches, sampleTree } from '../../src/sampler/index.ts';
import { parseProcess } from '../../src/sampler/processes.ts';
import { parsePs } from '../../src/sampler/tree.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

test('a process whose name has brackets and spaces', () => {
  const stat = '4711 (a) name (b) S 12 4711 4711 0 -1 4194304 100 200 0 0 150 50 30 20 20 0 7 0 100 1 1';
  expect(parseProcess(stat)).toEqual({
    pid: 4711,
    parent: 12,
    name: 'a) name (b',
    cpu_ms: 2000,
    total_ms: 2500,
  });
});

/** A process whose worker thread, not its main one, starts another. Both burn 200 ms; then it prints the other's id. */
const parent = `
const { spawn } = require('node:child_process');
const { Worker, isMainThread } = require('node:worker_threads');
const burn = 'const end = process.cpuUsage().user + 2e5; while (process.cpuUsage().user < end);';
if (isMainThread) new Worker(__filename === '[eval]' ? process._eval : __filename, { eval: true });
else {
  const child = spawn(process.execPath, ['-e', burn + 'console.log(1); process.stdin.resume()'], { stdio: ['pipe', 'pipe', 'inherit'] });
  new Function(burn)();
  child.stdout.once('data', () => console.log(child.pid));
}`;

test('counts a process and what any of its threads started', async () => {
  const child = spawn(process.execPath, ['-e', parent], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line');
  const pid = child.pid as number;
  const sample = await sampleTree(pid);
  expect(sample.pids).toEqual([pid, Number(line)]);
  expect(sample.cpu_ms).toBeGreaterThanOrEqual(380);
  expect(sample.rss_bytes).toBeGreaterThan(40e6);
  if (process.platform === 'linux') {
    expect(sample.waiting_ms).toBeGreaterThan(0);
    const pss = await samplePss(pid);
    expect(pss).toBeGreaterThan(10e6);
    expect(pss).toBeLessThan(sample.rss_bytes);
  } else {
    expect(sample.waiting_ms).toBeNull();
  }
});

/** A process that waits 200 times, each time for the next line of a child that answers it. */
const waiting = `
const { spawn } = require('node:child_process');
const echo = spawn(process.execPath, ['-e', 'process.stdin.pipe(process.stdout)'], { stdio: ['pipe', 'pipe', 'inherit'] });
let times = 0;
console.log('ready');
process.stdin.once('data', () => {
  echo.stdout.on('data', () => (++times < 200 ? echo.stdin.write('x') : console.log('done')));
  echo.stdin.write('x');
});`;

test.skipIf(process.platform !== 'linux')(
  'counts a switch for each time that one of the tree waits',
  async () => {
    const child = spawn(process.execPath, ['-e', waiting], { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    const lines = createInterface(child.stdout as NodeJS.ReadableStream);
    await once(lines, 'line');
    const before = sampleSwitches(child.pid as number) as number;
    child.stdin?.write('go');
    await once(lines, 'line');
    const after = sampleSwitches(child.pid as number) as number;
    // Either end waits for the other 200 times.
    expect(after - before).toBeGreaterThan(300);
  },
);

test('a process that has ended is an error', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await expect(sampleTree(child.pid as number)).rejects.toThrow(`no process ${child.pid} to sample`);
});

test('reads the table of ps', () => {
  const table = `
    1     0   1000  1-00:00:01
   20     1   2000   0:01.50
   21    20   3000  00:01:02
   30     1   9999   9:00.00`;
  expect(parsePs(table, 20)).toEqual({ pids: [20, 21], cpu_ms: 63_500, rss_bytes: 5000 * 1024 });
  expect(parsePs(table, 99).pids).toEqual([]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sampleTree } from '@meteor-vs-mean/testbed/sampler';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { experimentNames } from '../src/experiment.ts';

const main = path.resolve(import.meta.dirname, '../src/main.ts');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lab-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** `npm run lab` as a process of its own. */
function startLab(...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, output, ended };
}

test('without a name it lists the experiments, what they ask, and which targets run here', async () => {
  const { output, ended } = startLab();
  expect(await ended, output.stderr).toBe(0);
  for (const name of experimentNames) expect(output.stdout).toMatch(new RegExp(`^${name}  `, 'm'));
  expect(output.stdout).toMatch(/\(.*\bws \d+\.\d+\.\d+/);
  expect(output.stdout).toMatch(/\(.*\bbun \d+\.\d+\.\d+/i);
});

test.for([
  [['nowhere'], 'lab: There is no experiment "nowhere": known are http-vs-socketio'],
  [['--quick'], 'lab: Options go with an experiment: name one'],
  [['all', '--repeats', '1e2'], 'lab: --repeats 1e2: must be a whole number from 1 to 1000'],
  [['all', '--repeats', '0'], 'lab: --repeats 0: must be a whole number from 1 to 1000'],
  [['all', '--fast'], "lab: Unknown option '--fast'"],
] as const)('%j is refused in one line', async ([args, line]) => {
  const { output, ended } = startLab(...args);
  expect(await ended).toBe(1);
  expect(output.stderr).toContain(line);
  expect(output.stderr.trim().split('\n')).toHaveLength(1);
});

test('Ctrl-C in the middle of a round ends every program and leaves no results', async () => {
  const out = path.join(folder, 'stopped');
  const lab = startLab('ws-pingpong', '--toy', '--out', out);
  const { pid } = lab.child;
  while (!lab.output.stderr.includes('Round 2 ')) await once(lab.child.stderr, 'data');
  let started: number[] = [];
  while (started.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    started = (await sampleTree(pid as number)).pids.filter((one) => one !== pid);
  }
  lab.child.kill('SIGINT');
  expect(await lab.ended).toBe(130);
  expect(lab.output.stderr).toContain('Nothing of the run is left behind');
  expect(started.filter((one) => existsSync(`/proc/${one}`))).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readGrid } from '@meteor-vs-mean/measure/results';
import { openGrid, run } from '@meteor-vs-mean/measure/run';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Experiment, Sample } from '../src/experiment.ts';
import { openTestbed } from '../src/testbed.ts';
import sample from './sample/index.ts';
import { playToy } from './toy.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lab-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const silent = { say() {}, step() {}, done() {} };
const { signal } = new AbortController();
const sound: Sample = { figures: { rate: 1 }, accounts: [{ what: 'requests', owed: 1, seen: 1 }] };

/** The sample, measured in another way: nothing is started. */
function measuredAs(measure: (target: string) => Promise<Sample>): Experiment {
  const plan = sample.plan();
  return { ...sample, plan: () => ({ ...plan, loads: plan.loads.map((load) => ({ ...load, measure })) }) };
}

/** Runs an experiment at toy size, as `npm run lab` does. */
function runToy(experiment: Experiment, seed: number, out: string, stop = signal) {
  const options = { size: 'toy', repeats: undefined, seed } as const;
  return run(
    {
      kind: 'lab',
      experiment: experiment.name,
      size: 'toy',
      seed,
      command: 'npm run lab -- sample --toy',
      options,
      out,
    },
    (opening) => openGrid(experiment, openTestbed, options, {}, opening),
    { progress: silent, signal: stop },
  );
}

test('a run leaves a results folder from which all of it can be read again', async () => {
  const out = path.join(folder, 'whole');
  const { summary, ended } = await runToy(sample, 5, out);
  expect(ended).toBe('complete');
  expect((await readdir(out)).sort()).toEqual(['manifest.json', 'rounds.jsonl']);
  const read = await readGrid(out);
  expect(read.summary).toEqual(summary);
  expect(read.manifest).toMatchObject({
    kind: 'lab',
    experiment: 'sample',
    size: 'toy',
    command: 'npm run lab -- sample --toy',
    seed: 5,
    ended: 'complete',
    plan: { repeats: 1 },
  });
  expect(read.rounds.flatMap(({ reasons }) => reasons)).toEqual([]);
  for (const { accounts } of read.rounds) {
    expect(accounts).toEqual([
      { what: 'requests', owed: 20, seen: 20 },
      { what: 'bytes', owed: 100, seen: 100 },
    ]);
  }
  expect(summary.targets.find(({ key }) => key === 'nowhere')).toMatchObject({ notRun: 'there is none' });
});

test('a toy run plays every load on every target once', async () => {
  const { rounds, notRun } = await playToy(sample);
  expect(rounds.map(({ target, reasons }) => [target, reasons])).toEqual([
    ['node-http', []],
    ['bun-http', []],
  ]);
  expect(notRun.map(({ key }) => key)).toEqual(['nowhere']);
});

test('what was owed and didn’t come makes a round void, and it is run again, once', async () => {
  const lossy = measuredAs(async (target) => ({
    ...sound,
    accounts: [{ what: 'requests', owed: 20, seen: target === 'bun-http' ? 19 : 20 }],
  }));
  const out = path.join(folder, 'lossy');
  const { summary } = await runToy(lossy, 1, out);
  const broken = summary.void.filter(({ target }) => target === 'bun-http');
  expect(broken).toHaveLength(2);
  expect(broken[0]?.reasons[0]).toMatchObject({ code: 'account-broken', reading: 'requests: 19 of 20' });
  expect(summary.enough).toBe(false);
  expect(summary.tables[0]?.cells.find(({ column }) => column === 'bun-http')?.each).toEqual([]);
});

test('a round that can’t be measured is void, for the reason that was given', async () => {
  const failing = measuredAs(async () => {
    throw new Error('the server said no.\nAnd more');
  });
  const { rounds } = await playToy(failing);
  expect(rounds[0]?.reasons).toMatchObject([{ code: 'measuring-failed', reading: 'the server said no' }]);
});

test('a target that can’t be built isn’t run, for the reason that was given', async () => {
  const unbuilt: Experiment = {
    ...measuredAs(async () => sound),
    targets: sample.targets.map((target) =>
      target.key === 'bun-http'
        ? { ...target, prepare: () => Promise.reject(new Error('it wouldn’t build')) }
        : target,
    ),
  };
  const { rounds, notRun } = await playToy(unbuilt);
  expect(rounds.map(({ target }) => target)).toEqual(['node-http']);
  expect(notRun).toMatchObject([{ key: 'bun-http', notRun: 'it wouldn’t build' }, { key: 'nowhere' }]);
});

test('stopped in the middle of a round, a run leaves nothing behind', async () => {
  const stop = new AbortController();
  const hanging = measuredAs(async () => {
    stop.abort(new Error('Stopped'));
    return new Promise(() => {});
  });
  const out = path.join(folder, 'stopped');
  await expect(runToy(hanging, 1, out, stop.signal)).rejects.toThrow('Stopped');
  expect((await readdir(folder)).filter((name) => name.includes('stopped'))).toEqual([]);
});

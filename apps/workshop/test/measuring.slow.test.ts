import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newestReference, readCompare } from '@meteor-vs-mean/measure/results';
import { type Mongo, startMongo } from '@meteor-vs-mean/testbed/mongo';
import { findToxiproxy, ToxiproxyMissing } from '@meteor-vs-mean/testbed/network';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, run } from './command.ts';

const hasProxy = await findToxiproxy(() => {}).then(
  () => true,
  (error) => {
    if (error instanceof ToxiproxyMissing) return false;
    throw error;
  },
);

let mongo: Mongo;
let notes: string;
let results: string;

beforeAll(async () => {
  mongo = await startMongo({ url: '' });
  notes = await mkdtemp(path.join(tmpdir(), 'workshop-notes-'));
  results = await mkdtemp(path.join(tmpdir(), 'workshop-results-'));
});
afterAll(async () => {
  await mongo?.stop();
  for (const folder of [notes, results]) await rm(folder, { recursive: true });
});

const checkpoint = (number: string) => check([number, '--notes', notes, '--results', results]);
const predict = (...args: string[]) => run('apps/workshop/src/predict.ts', [...args, '--notes', notes]);

/** As on the page, without Meteor and at toy size. @returns the run's folder */
async function compare(clients: number, ...more: string[]): Promise<string> {
  const out = path.join(results, `run-${clients}${more.join('')}`);
  const args = [
    ...['--scenarios', 'fan-out', '--clients', String(clients), '--rate', '8', '--rounds', '2'],
    ...['--stacks', 'mean', '--toy', '--no-install', '--out', out, ...more],
  ];
  const { code, output } = await run('load-tests/compare/src/main.ts', args, {
    MONGO_URL: mongo.url,
  });
  expect(output).toContain('Report: ');
  expect(code, output).toBe(0);
  return out;
}

/** A copy of a run with changes in its manifest, among these results. @param from its folder @returns the copy's */
async function copyRun(from: string, changes: { command: string; started?: string }): Promise<string> {
  const folder = await mkdtemp(path.join(results, 'copy-'));
  await cp(from, folder, { recursive: true });
  const manifest = JSON.parse(await readFile(path.join(from, 'manifest.json'), 'utf8'));
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify({ ...manifest, ...changes }));
  return folder;
}

test('3, fan-out: a prediction and a run, or the checkpoint reports what is missing', {
  timeout: 240_000,
}, async () => {
  const wrong = await predict('audience', '1', 'many');
  expect(wrong).toEqual({
    code: 1,
    output: "workshop:predict: 'many' is not a ratio: give a number such as 1, 1.5 or 3",
  });
  const few = await predict('audience', '1');
  expect(few.output).toContain(
    'audience needs 2 numbers: CPU per write, one shared list; CPU per write, private lists',
  );
  const before = await checkpoint('3');
  expect(before.code).toBe(1);
  expect(before.output).toMatch(/missing +Prediction +no prediction is noted/);
  expect(before.output).toMatch(
    /missing +CPU per write, private lists +not measured yet\n.*workshop:measure -- 3/,
  );

  expect((await predict('audience', '2', '3')).code).toBe(0);
  // A toy run only has the first audience.
  await compare(100, '--audience', 'one,own');
  await compare(100, '--audience', 'own');
  const after = await checkpoint('3');
  expect(after.output).toMatch(/ok +Prediction +Meteor over MEAN: 2 shared, 3 private/);
  for (const data of ['one shared list', 'private lists']) {
    expect(after.output).toMatch(
      new RegExp(`ok +CPU per write, ${data} .*ms, of one app.* A toy run: its figures mean nothing`),
    );
  }
  expect(after.code).toBe(0);
});

test('workshop:measure runs what an exercise asks for, and refuses any other', {
  timeout: 240_000,
}, async () => {
  const wrong = await run('apps/workshop/src/measure.ts', ['4']);
  expect(wrong).toEqual({ code: 1, output: 'workshop:measure: Name the exercise: 3 or 5' });
  const { code, output } = await run('apps/workshop/src/measure.ts', ['3', '--no-meteor', '--toy'], {
    MONGO_URL: mongo.url,
  });
  expect(code, output).toBe(0);
  expect(output).toMatch(/Meteor over MEAN:\n.*CPU per write, one shared list/);
});

test.runIf(hasProxy)('5, latency: a run over the slow network', { timeout: 240_000 }, async () => {
  const before = await checkpoint('5');
  expect(before.code).toBe(1);
  expect(before.output).toMatch(
    /missing +Slow network +nothing was measured with a latency of 100 ms yet\n.*workshop:measure -- 5/,
  );
  expect((await predict('latency', '1')).code).toBe(0);
  await compare(100, '--latency', '100ms');
  const after = await checkpoint('5');
  expect(after.output).toMatch(
    /ok +Network +toxiproxy \S+: 100 ms one way, a round trip measured as \d+\.\d ms/,
  );
  expect(after.output).toMatch(/ok +p50 over 100 ms of network +\S+ ms, of one app/);
  expect(after.code).toBe(0);
});

test('a ratio is next to its prediction', async () => {
  // A recorded run of both stacks, as if it had been run here.
  const folder = await copyRun(await newestReference('full-200'), {
    command: 'npm run compare -- --clients 100',
    started: '2999-01-01T00:00:00.000Z',
  });
  expect((await predict('audience', '2.5', '1')).code).toBe(0);
  const { output } = await checkpoint('3');
  expect(output).toMatch(
    /ok +CPU per write, one shared list +ratio \d\.\d\d \(\S+ and \S+ ms\); predicted 2\.5$/m,
  );
  const { summary } = await readCompare(folder);
  const ratio = summary.comparisons.find(({ a, load }) => a === 'meteor' && load === 'fan-out');
  expect(output).toContain(`ratio ${ratio?.figures.appCpu_ms_per_write?.mean.toFixed(2)} `);
});

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

test('3, fan-out: a prediction and three runs, or the checkpoint reports the missing one', {
  timeout: 240_000,
}, async () => {
  const wrong = await predict('fan-out', '1', 'many', '1');
  expect(wrong).toEqual({
    code: 1,
    output: "workshop:predict: 'many' is not a ratio: give a number such as 1, 1.5 or 3",
  });
  const before = await checkpoint('3');
  expect(before.code).toBe(1);
  expect(before.output).toMatch(/missing +Prediction +no prediction is noted/);

  const noted = await predict('fan-out', '1', '1.5', '2');
  expect(noted.output).toContain('p50 at 10 subscribers: 1; p50 at 100 subscribers: 1.5');
  expect((await predict('audience', '2', '3')).code).toBe(0);
  const ten = await compare(10, '--audience', 'one');
  const some = await checkpoint('3');
  expect(some.code).toBe(1);
  expect(some.output).toMatch(
    /ok +p50 at 10 subscribers +\S+ ms, of one app only.* A toy run: its figures mean nothing/,
  );
  expect(some.output).toMatch(
    /missing +p50 at 500 subscribers +not measured yet\n.*--clients 500 --rate 8 --rounds 2/,
  );

  // A toy run only has the first audience.
  await compare(100, '--audience', 'one,own');
  await compare(100, '--audience', 'own');
  // The last command only differs in a number, and the checkpoint goes by the command.
  await copyRun(ten, { command: 'npm run compare -- --clients 500' });
  const after = await checkpoint('3');
  expect(after.output).toMatch(/ok +Prediction +Meteor over MEAN: 1 at 10, 1.5 at 100, 2 at 500/);
  expect(after.output).toMatch(/ok +One or own +Meteor over MEAN: 2 at one, 3 at own/);
  for (const data of ['all in one list', 'a list each']) {
    expect(after.output).toMatch(new RegExp(`ok +CPU per write, ${data} .*ms, of one app`));
  }
  expect(after.code).toBe(0);
});

test.runIf(hasProxy)('5, latency: a run over the slow network', { timeout: 240_000 }, async () => {
  const before = await checkpoint('5');
  expect(before.code).toBe(1);
  expect(before.output).toMatch(
    /missing +Slow network +nothing was measured with a latency of 100 ms yet\n.*--latency 100ms/,
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
  const folder = await copyRun(await newestReference('full-500'), {
    command: 'npm run compare -- --clients 500',
    started: '2999-01-01T00:00:00.000Z',
  });
  expect((await predict('fan-out', '1', '1', '2.5')).code).toBe(0);
  const { output } = await checkpoint('3');
  expect(output).toMatch(/ok +p50 at 500 subscribers +ratio \d\.\d\d \(\S+ and \S+ ms\); predicted 2\.5$/m);
  const { summary } = await readCompare(folder);
  const ratio = summary.comparisons.find(({ load }) => load === 'fan-out')?.figures.p50_ms?.mean;
  expect(output).toContain(`ratio ${ratio?.toFixed(2)} `);
});

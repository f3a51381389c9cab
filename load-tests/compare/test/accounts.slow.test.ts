import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RoundTestbed } from '@meteor-vs-mean/experiments/command';
import { tablesOf } from '@meteor-vs-mean/measure/results';
import { type Mongo, startMongo } from '@meteor-vs-mean/testbed/mongo';
import type { Build } from '@meteor-vs-mean/testbed/stacks';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSamples, type SampledRun } from '../../experiments/test/read-samples.ts';
import { measureLogIns } from '../src/accounts/log-in-round.ts';
import { measureMemory } from '../src/accounts/memory-round.ts';
import { measureResume, measureSnapshots } from '../src/accounts/resume-round.ts';
import { startCompare } from './command.ts';

let mongo: Mongo;
let folder: string;
let result: SampledRun;
let printed: unknown;

beforeAll(async () => {
  mongo = await startMongo({ url: '' });
  folder = await mkdtemp(path.join(tmpdir(), 'compare-accounts-'));
  const out = path.join(folder, 'run');
  const args = ['--accounts', '--stacks', 'mean', '--toy', '--json', '--out', out];
  const run = startCompare(args, { MONGO_URL: mongo.url });
  expect([await run.ended, run.output.stderr]).toEqual([0, expect.any(String)]);
  printed = JSON.parse(run.output.stdout);
  result = await readSamples(out);
}, 300_000);

afterAll(async () => {
  await mongo?.stop();
  await rm(folder, { recursive: true, force: true });
});

const roundOf = (load: string) => result.rounds.find((round) => round.load === load);

test('each load is measured once, and what was owed came', () => {
  expect(result.manifest).toMatchObject({
    kind: 'experiment',
    experiment: 'accounts',
    size: 'toy',
    ended: 'complete',
  });
  expect(printed).toEqual(result.summary);
  expect(result.rounds.map(({ load, verdict, reasons }) => [load, verdict, reasons])).toEqual(
    ['log-in', 'snapshot', 'resume', 'guest', 'account'].map((load) => [load, 'valid', []]),
  );
  for (const { accounts } of result.rounds) {
    for (const { owed, seen } of accounts) expect([seen > 0, seen]).toEqual([true, owed]);
  }
});

test('every figure of its tables is read', () => {
  const tables = tablesOf(result.summary);
  expect(tables.map(({ key }) => key)).toEqual(expect.arrayContaining(['logIn_p99', 'last', 'heap']));
  const unread = tables.flatMap(({ key, cells }) =>
    cells.filter(({ middle }) => middle === null).map(({ row }) => `${key}, ${row}`),
  );
  expect(unread).toEqual([]);
  expect(roundOf('log-in')?.accounts).toMatchObject([{ owed: 4, seen: 4 }]);
});

const resumed = { clients: 3, arrivals_per_s: 3, todos: 2 };
const remembered = { steps: [0, 1, 3], todos: 2 };

// What an app hears of them while it runs would be in the CPU and the heap of the clients.
test.for<[string, Record<string, number>, (testbed: RoundTestbed) => Promise<unknown>]>([
  ['log-in', { users: 3 }, (testbed) => measureLogIns({} as Build, { count: 3, rate_per_s: 3 }, testbed)],
  ['snapshot', { users: 3, todos: 6 }, (testbed) => measureSnapshots({} as Build, resumed, testbed)],
  ['resume', { users: 3, todos: 6 }, (testbed) => measureResume({} as Build, resumed, testbed)],
  ['guest', { lists: 3, todos: 6 }, (testbed) => measureMemory({} as Build, 'guest', remembered, testbed)],
  [
    'account',
    { users: 3, todos: 6 },
    (testbed) => measureMemory({} as Build, 'account', remembered, testbed),
  ],
])('what clients hold is there before the app starts: %s', async ([load, counts, measure]) => {
  await using client = await MongoClient.connect(mongo.url);
  const db = client.db(`seeded-${load}`);
  const found: Record<string, number> = {};
  const testbed = {
    database: () => db,
    start: async () => {
      for (const name of Object.keys(counts)) found[name] = await db.collection(name).countDocuments();
      throw new Error('no app is needed');
    },
  };
  await expect(measure(testbed as unknown as RoundTestbed)).rejects.toThrow('no app is needed');
  await db.dropDatabase();
  expect(found).toEqual(counts);
});

test('no token or password is in its folder, and no account stays in MongoDB', async () => {
  const run = path.join(folder, 'run');
  const names = await readdir(run, { recursive: true });
  expect(names.filter((name) => name.endsWith('accounts.csv'))).toEqual([]);
  // A token is 43 characters of base64url; nothing else in the folder's own files looks like one.
  const texts = await Promise.all(
    ['manifest.json', 'rounds.jsonl'].map((name) => readFile(path.join(run, name), 'utf8')),
  );
  for (const text of texts) expect(text).not.toMatch(/load-[a-z0-9]{6}-\d|mean_session/);
  for (const [, files] of result.texts) {
    for (const [, text] of files) expect(text).not.toMatch(/load-[a-z0-9]{6}-\d|mean_session/);
  }
  const client = await MongoClient.connect(mongo.url);
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  await client.close();
  expect(databases.map(({ name }) => name).filter((name) => /-\d+$/.test(name))).toEqual([]);
});

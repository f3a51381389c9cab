import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCompare } from '@meteor-vs-mean/measure/results';
import { type Mongo, startMongo } from '@meteor-vs-mean/testbed/mongo';
import { type ChangeStreamDocument, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCompare } from './command.ts';
import { appName, databasesOf, faults, strangersOf } from './left-behind.ts';

let mongo: Mongo;
let client: MongoClient;
let folder: string;

beforeAll(async () => {
  mongo = await startMongo({ url: '' });
  client = await MongoClient.connect(mongo.url, { appName });
  folder = await mkdtemp(path.join(tmpdir(), 'compare-test-'));
});

afterAll(async () => {
  await client.close();
  await mongo.stop();
  await rm(folder, { recursive: true });
});

const toy = ['--clients', '6', '--rate', '20', '--duration', '1', '--rounds', '1', '--steps', '2,4'];

const databases = () => databasesOf(client);
const strangers = () => strangersOf(client);

test('a run without Meteor is partial, accounts for every delivery, and leaves a results folder alone', async () => {
  const out = path.join(folder, 'whole');
  // A toy, of which speed makes nothing noisy or void.
  const run = startCompare(['--toy', '--json', '--out', out, '--seed', '7'], { MONGO_URL: mongo.url });
  const status = await run.ended;
  const printed = JSON.parse(run.output.stdout);
  const { manifest, rounds, summary, latencies } = await readCompare(out);
  expect(printed).toEqual(summary);
  expect(manifest).toMatchObject({
    partial: true,
    ended: 'complete',
    seed: 7,
    stacks: { mean: { ran: true, javascript: { firstPage: expect.anything() } } },
  });
  expect(manifest.stacks.meteor).toMatchObject({ ran: false, reason: expect.stringContaining('meteor') });
  expect(summary.results.every(({ stack }) => stack === 'mean')).toBe(true);

  const deliveries = rounds.filter((round) => round.kind === 'deliveries');
  expect(deliveries.map(({ contestant }) => contestant)).toEqual(['mean']);
  for (const round of deliveries) {
    // MEAN's calls run side by side: on a busy machine two of one writer may swap before they are stored.
    expect(round).toMatchObject({ subscribers: 6, lost: 0, duplicated: 0 });
    expect(round.scheduled).toBeGreaterThan(0);
    expect([round.sent, round.acknowledged, round.stored]).toEqual(Array(3).fill(round.scheduled));
    expect(round.expected).toBe(6 * round.stored);
    expect(round.delivered).toBe(round.expected);
    expect(round.witnesses).toEqual({ checked: 3, differing: 0 });
    expect(round.p50_ms).toBeGreaterThan(0);
    // Reading the folder compares rounds with schedules and histograms; each pair has a schedule of its own.
    expect(round.seed).toBe(7 + round.pair - 1);
    expect(latencies.get(round.round)?.totalCount).toBe(round.delivered);
  }
  const memory = rounds.filter((round) => round.kind === 'memory');
  expect([...new Set(memory.map(({ documents }) => documents))]).toEqual([100]);
  expect(memory.every(({ steps }) => steps.length === 2)).toBe(true);
  expect(rounds.flatMap(faults)).toEqual([]);
  expect(status, run.output.stderr).toBe(summary.answered ? 0 : 2);
  if (!summary.answered) expect(run.output.stderr).toMatch(/^No figures: \d of \d void rounds by /m);
  expect(run.output.stderr).toContain(`Report: ${path.relative(process.cwd(), out)}`);
  expect(await readFile(path.join(out, 'report.html'), 'utf8')).toContain('</html>');
  expect(await databases()).toEqual([]);
}, 180_000);

test('Ctrl-C during the writes leaves no process, no database and no folder', async () => {
  const isMoment = (change: ChangeStreamDocument) =>
    change.operationType === 'insert' && change.ns.coll === 'todos';
  const out = path.join(folder, 'interrupted');
  await using changes = client.watch([], { showExpandedEvents: true });
  await changes.tryNext(); // from here on it misses nothing
  const run = startCompare(['--stacks', 'mean', ...toy, '--duration', '30', '--out', out], {
    MONGO_URL: mongo.url,
  });
  for await (const change of changes) if (isMoment(change)) break;
  expect(await strangers()).toBeGreaterThan(0);
  run.child.kill('SIGINT');
  expect(await run.ended, run.output.stderr).toBe(130);
  expect(await databases()).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.includes('interrupted'))).toEqual([]);
  // The app and the bench had connections of their own.
  expect(await strangers()).toBe(0);
});

test.for([
  [['--stacks', 'rails'], 'compare: --stacks rails: there is no "rails"; known are meteor, mean'],
  [
    ['--stacks', 'mean', '--rate', '1000', '--duration', '60'],
    '60000 writes into one list, which may hold 5000',
  ],
  [['--toy', '--modes', 'telepathy', '--stacks', 'mean'], 'there is no "telepathy"'],
  [['--toy', '--stacks', 'meteor', '--no-install'], 'No stack can be run here'],
  [['--toy', '--strict', '--no-install'], '--strict makes that an error'],
  [['--toy', '--stacks', 'mean', '--out', '.'], 'is there already'],
] as const)('%j ends with one line and status 1', async ([args, message]) => {
  const run = startCompare([...args], { MONGO_URL: mongo.url });
  expect(await run.ended).toBe(1);
  expect(run.output.stderr).toContain(message);
  expect(run.output.stderr).not.toMatch(/^ {4}at /m);
  expect(run.output.stdout).toBe('');
});

test.each(['--full', '--accounts'])(
  '%s refuses an address that the bench would not obey',
  async (experiment) => {
    const run = startCompare(['--stacks', 'mean', experiment], { MONGO_URL: `${mongo.url}&w=1` });
    expect(await run.ended).toBe(1);
    expect(run.output.stderr).toContain(
      'MONGO_URL sets w, which would hold for the apps and not for the bench',
    );
  },
);

test('a MongoDB that is not there is said in one line', async () => {
  const run = startCompare(['--toy', '--stacks', 'mean'], {
    MONGO_URL: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=500',
  });
  expect(await run.ended).toBe(1);
  expect(run.output.stderr.trim().split('\n').at(-1)).toContain('127.0.0.1:1');
  await expect(access(path.join(folder, 'nothing'))).rejects.toThrow();
});

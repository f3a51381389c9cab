import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Round, readCompare } from '@meteor-vs-mean/measure/results';
import { type Mongo, startMongo } from '@meteor-vs-mean/testbed/mongo';
import { MongoClient } from 'mongodb';
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

test('a control runs the stack beside itself, without the preload and without compression', async () => {
  const out = path.join(folder, 'control');
  const run = startCompare(['--control', '--stacks', 'mean', '--toy', '--out', out], {
    MONGO_URL: mongo.url,
  });
  const status = await run.ended;
  const { manifest, rounds, summary } = await readCompare(out);
  expect(manifest).toMatchObject({ experiment: 'control', ended: 'complete' });
  expect(rounds.flatMap(faults)).toEqual([]);
  const deliveries = rounds.filter((round) => round.kind === 'deliveries');
  expect(deliveries.map(({ contestant }) => contestant)).toEqual([
    'mean',
    'mean (again)',
    'mean no preload',
    'mean uncompressed',
  ]);
  expect(deliveries.map(({ eventLoop }) => eventLoop !== null)).toEqual([true, true, false, true]);
  expect(new Set(deliveries.map(({ scheduled }) => scheduled)).size).toBe(1);
  expect(deliveries.map(({ lost }) => lost)).toEqual([0, 0, 0, 0]);
  expect(status, run.output.stderr).toBe(summary.answered ? 0 : 2);
  expect(await databases()).toEqual([]);
}, 180_000);

test('a curve measures each level', async () => {
  const out = path.join(folder, 'curve');
  const run = startCompare(['--curve', '--stacks', 'mean', '--toy', '--out', out], { MONGO_URL: mongo.url });
  const status = await run.ended;
  const { manifest, rounds, summary } = await readCompare(out);
  expect(manifest).toMatchObject({ experiment: 'curve', ended: 'complete' });
  expect(rounds.flatMap(faults)).toEqual([]);
  const deliveries = rounds.filter((round) => round.kind === 'deliveries');
  expect([...new Set(deliveries.map(({ parents }) => parents))]).toEqual([1, 4]);
  for (const round of deliveries) {
    expect(round).toMatchObject({ contestant: 'mean own', subscribers: round.parents, lost: 0 });
    expect(round.delivered).toBe(round.stored);
  }
  const [curve] = summary.curves;
  expect(curve?.levels.map(({ level }) => level)).toEqual([1, 4]);
  expect(curve?.levels.every(({ cpu_ms_per_write }) => (cpu_ms_per_write ?? 0) > 0)).toBe(true);
  expect(status, run.output.stderr).toBe(summary.answered ? 0 : 2);
  expect(await databases()).toEqual([]);
}, 180_000);

test('a capacity measures its levels, on one core where there are two', async () => {
  const out = path.join(folder, 'capacity');
  const args = ['--capacity', '--stacks', 'mean', '--audience', 'own', '--toy', '--out', out];
  const run = startCompare(args, { MONGO_URL: mongo.url });
  const status = await run.ended;
  const { manifest, rounds, summary } = await readCompare(out);
  expect(manifest).toMatchObject({
    experiment: 'capacity',
    ended: 'complete',
    addresses: expect.stringContaining('quotas by address of 1,000,000'),
  });
  expect(rounds.flatMap(faults)).toEqual([]);
  expect(summary.capacities).toMatchObject([
    { contestant: 'mean own', what: 'users with a list each', carried: 10, limitedBy: 'asked' },
    { contestant: 'mean', what: 'users of the journey', carried: 10, limitedBy: 'asked' },
  ]);
  expect(summary.capacities[0]?.app?.rss_bytes).toBeGreaterThan(1e7);
  expect(status, run.output.stderr).toBe(0);
  expect(await databases()).toEqual([]);
}, 180_000);

test('of several instances one serves nobody, a mode is blind to another’s writes, and one is killed', async () => {
  const out = path.join(folder, 'instances');
  const run = startCompare(['--instances', '1,2', '--stacks', 'mean', '--toy', '--out', out], {
    MONGO_URL: mongo.url,
  });
  const status = await run.ended;
  const { manifest, rounds, summary } = await readCompare(out);
  expect(manifest).toMatchObject({ experiment: 'instances', ended: 'complete' });
  expect(rounds.flatMap(faults)).toEqual([]);
  const of = (key: string) => {
    const found = rounds.findLast((round) => round.contestant === key);
    if (found?.kind !== 'deliveries') throw new Error(`no round of ${key}`);
    return found;
  };
  expect(of('mean')).not.toHaveProperty('idleInstance');
  const { app, idleInstance, lost } = of('mean 2 instances');
  expect(lost).toBe(0);
  expect(idleInstance).toMatchObject({ cpu_ms: expect.any(Number), heap_bytes: expect.any(Number) });
  expect(app?.rss_bytes).toBeGreaterThan(idleInstance?.rss_bytes ?? Number.POSITIVE_INFINITY);
  const [stream, emit] = [of('mean 2 instances apart'), of('mean emit 2 instances apart')];
  expect(stream).toMatchObject({ lost: 0, delivered: stream.expected });
  expect(emit).toMatchObject({ lost: emit.expected, delivered: 0, verdict: 'valid' });
  expect(emit.remarks.map(({ code }) => code)).toEqual(['deliveries-lost', 'view-differs']);
  const { killedInstance, stored, witnesses } = of('mean 2 instances one killed');
  expect(killedInstance).toMatchObject({ clients: 3, expected: 3 * stored });
  expect(witnesses).toEqual({ checked: 3, differing: 0 });
  // The new snapshot has what was missed.
  expect(killedInstance?.lost).toBe(0);
  expect(summary.results.find(({ killed }) => killed)?.killed).toMatchObject({ clients: 3 });
  expect(status, run.output.stderr).toBe(summary.answered ? 0 : 2);
  expect(await databases()).toEqual([]);
}, 240_000);

test('a ladder shows what a mode cannot see as lost, and that is no reason to be void', async () => {
  const out = path.join(folder, 'ladder');
  const scope = ['--stacks', 'mean', '--modes', 'emit', '--scenarios', 'fan-out'];
  const run = startCompare(['--ladder', ...scope, '--toy', '--out', out], { MONGO_URL: mongo.url });
  const status = await run.ended;
  const { manifest, rounds, summary } = await readCompare(out);
  expect(rounds.flatMap(faults)).toEqual([]);
  const deliveries = rounds.filter((round) => round.kind === 'deliveries');
  const lost = deliveries.map((round) => [round.contestant, round.lost / round.expected]);
  expect(lost).toEqual([
    ['mean', 0],
    ['mean emit', 0],
    ['mean emit writer:database', 1],
    ['mean emit w:1', 0],
  ]);
  expect(deliveries[2]).toMatchObject({ delivered: 0, p50_ms: null, acknowledged: deliveries[2]?.scheduled });
  expect(deliveries[2]?.remarks.map(({ code }) => code)).toContain('deliveries-lost');
  expect(manifest.mongo.writeConcern).toBe('w: majority; w: 1 of mean emit w:1');
  expect(status, run.output.stderr).toBe(summary.answered ? 0 : 2);
  expect(await databases()).toEqual([]);
}, 240_000);

test('Ctrl-C when the database of a round is made leaves no process, no database and no folder', async () => {
  const out = path.join(folder, 'interrupted');
  await using changes = client.watch([], { showExpandedEvents: true });
  await changes.tryNext(); // from here on it misses nothing
  const run = startCompare(['--stacks', 'mean', ...toy, '--duration', '30', '--out', out], {
    MONGO_URL: mongo.url,
  });
  await changes.next();
  expect(await strangers()).toBeGreaterThan(0);
  run.child.kill('SIGINT');
  expect(await run.ended, run.output.stderr).toBe(130);
  expect(await databases()).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.includes('interrupted'))).toEqual([]);
  // The app and the bench had connections of their own.
  expect(await strangers()).toBe(0);
});

test('a MongoDB that goes away in mid-run costs nothing of what was measured before', async () => {
  const doomed = await startMongo({ url: '' });
  try {
    const out = path.join(folder, 'cut-short');
    const run = startCompare(['--stacks', 'mean', ...toy, '--rounds', '2', '--out', out], {
      MONGO_URL: doomed.url,
    });
    await run.said('Round 2 of');
    await doomed.kill();
    expect(await run.ended).toBe(1);
    const { manifest, rounds } = await readCompare(out);
    expect(manifest.ended).toMatchObject({
      failed: expect.stringMatching(/^MongoDB went away; it was MongoDB .*127\.0\.0\.1/),
    });
    expect(rounds[0]).toMatchObject({ round: 1 });
    expect(faults(rounds[0] as Round)).toEqual([]);
    expect(run.output.stderr).toContain('The run ended early');
    expect(run.output.stderr).not.toContain('suppressed');
  } finally {
    await doomed.stop();
  }
});

import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type CompareManifest,
  readCompare,
  readManifest,
  readRun,
  reference,
  resultsIn,
  runsIn,
} from '../../src/results/index.ts';
import { pack } from '../../src/results/pack.ts';
import { deliveryRound, type Fixture, fixture, mean, memoryRound, meteor, writeFixture } from './fixture.ts';
import { places } from './places.ts';
import { sampleFixture } from './sample-fixture.ts';

const place = places();

/** Two pairs of both stacks, and a start of each for memory. */
function pairs(): Fixture {
  return fixture({
    deliveries: [1, 2].flatMap((pair) => [
      deliveryRound(meteor, 2 * pair - 1, pair, { p50: 12, lost: 5 }),
      deliveryRound(mean, 2 * pair, pair),
    ]),
    memory: [memoryRound(meteor, 5, 1), memoryRound(mean, 6, 1)],
  });
}

/** Rewrites a file of JSON, or of a line of it each. */
async function edit(folder: string, name: string, change: (value: never) => unknown): Promise<void> {
  const file = path.join(folder, name);
  const text = await readFile(file, 'utf8');
  const lines = name.endsWith('.jsonl') ? text.trimEnd().split('\n') : undefined;
  const changed = lines
    ? (change(lines.map((line) => JSON.parse(line)) as never) as unknown[])
        .map((value) => `${JSON.stringify(value)}\n`)
        .join('')
    : JSON.stringify(change(JSON.parse(text) as never));
  await writeFile(file, changed);
}

/** What reading it says, which is one line. */
async function said(reading: Promise<unknown>): Promise<string> {
  const message = await reading.then(
    () => 'nothing',
    (error: Error) => error.message,
  );
  expect(message).not.toContain('\n');
  return message;
}

describe('a folder that is none', () => {
  test('one of a run that hasn’t ended, and one of another format are each said in one line', async () => {
    const folder = path.dirname(place());
    expect(await said(readCompare(path.join(folder, 'nowhere')))).toMatch(/^There is no folder .*nowhere$/);
    expect(await said(readCompare(folder))).toContain('is no results folder: it has no manifest.json');
    await writeFile(path.join(folder, 'rounds.jsonl'), '');
    expect(await said(readCompare(folder))).toContain("is of a run that hasn't ended");
    expect(await said(readCompare(path.join(folder, 'rounds.jsonl')))).toContain('is no folder');
    await writeFile(path.join(folder, 'manifest.json'), '{"format": 1}');
    expect(await said(readManifest(folder))).toContain(
      'has results of format 1; this version reads format 4',
    );
    await writeFile(path.join(folder, 'manifest.json'), '{"format": 4');
    expect(await said(readCompare(folder))).toMatch(/manifest\.json is no JSON/);
  });

  test('a kind that isn’t asked for is refused', async () => {
    const lab = await writeFixture(place(), sampleFixture());
    expect(await said(readCompare(lab))).toContain('is of kind "lab": here only compare will do');
  });

  test('a missing file and a line that was cut off are named', async () => {
    const folder = await writeFixture(place(), pairs());
    await writeFile(path.join(folder, 'rounds.jsonl'), '{"round": 1}\n{"rou');
    expect(await said(readCompare(folder))).toMatch(/rounds\.jsonl, line 2, is no JSON/);
    await rm(path.join(folder, 'rounds.jsonl'));
    expect(await said(readCompare(folder))).toContain('is no whole results folder: it has no rounds.jsonl');
  });
});

type Rounds = Record<string, unknown>[];

describe('what doesn’t agree is an error that names the file, the figure and both values', () => {
  test('a folder that agrees is read', async () => {
    const folder = await writeFixture(place(), pairs());
    const { rounds, summary, latencies, timelines } = await readCompare(folder);
    expect(rounds).toHaveLength(6);
    expect(summary.results[0]?.counts.lost).toBe(10);
    expect([latencies.size, timelines.size]).toEqual([4, 4]);
  });

  test.for<[what: string, name: string, change: (value: never) => unknown, line: string]>([
    [
      'a round that was taken out',
      'rounds.jsonl',
      (rounds: Rounds) => rounds.toSpliced(1, 1),
      'rounds.jsonl: the number of line 2 is 3, but the order of the rounds has 2',
    ],
    ...(
      [
        ['p50_ms', 1.11, 'p50_ms of round 1 is 1.11, but latency.hdr in rounds.pack.gz has '],
        ['lost', 4, 'expected of round 1 is 5000, but the sum of what came and what did not has 4999'],
        ['scheduled', 99, 'scheduled of round 1 is 99, but schedule.json in rounds.pack.gz has 100'],
        ['seed', 7, 'seed of round 1 is 7, but schedule.json in rounds.pack.gz has 1'],
        [
          'contestant',
          'rails',
          'the contestant of round 1 is "rails", but the plan in manifest.json has none',
        ],
        ['load', 'crowd', 'the load of round 1 is "crowd", but the plan in manifest.json has none'],
      ] as const
    ).map(([figure, value, line]): [string, string, (value: never) => unknown, string] => [
      `${figure} of a round that was edited`,
      'rounds.jsonl',
      (rounds: Rounds) => rounds.with(0, { ...rounds[0], [figure]: value }),
      `rounds.jsonl: ${line}`,
    ]),
    [
      'deliveries that weren’t',
      'rounds.jsonl',
      ([first, ...others]: Rounds) => [{ ...first, delivered: 5000, lost: 0 }, ...others],
      'rounds.jsonl: delivered of round 1 is 5000, but latency.hdr in rounds.pack.gz has 4995',
    ],
    [
      'a plan of another contestant',
      'manifest.json',
      ({ plan, ...manifest }: CompareManifest) => ({
        ...manifest,
        plan: { ...plan, contestants: plan.contestants.filter(({ key }) => key !== 'mean') },
      }),
      'rounds.jsonl: the contestant of round 2 is "mean", but the plan in manifest.json has none',
    ],
  ])('%s', async ([, name, change, line]) => {
    const folder = await writeFixture(place(), pairs());
    await edit(folder, name, change);
    const message = await said(readCompare(folder));
    expect(message.startsWith(`${folder} doesn't add up. ${line}`), message).toBe(true);
  });

  test('a pack that is cut off, or lacks a histogram', async () => {
    const folder = await writeFixture(place(), pairs());
    const file = path.join(folder, 'rounds.pack.gz');
    await truncate(file, (await readFile(file)).length - 100);
    expect(await said(readCompare(folder))).toMatch(/rounds\.pack\.gz can't be unpacked, is it cut off\?/);
    await writeFile(file, await pack(new Map([[1, new Map([['latency.hdr', 'no histogram']])]])));
    expect(await said(readCompare(folder))).toMatch(
      /rounds\.pack\.gz: latency\.hdr of round 1 is no histogram/,
    );
    await rm(file);
    expect(await said(readCompare(folder))).toContain(
      'delivered of round 1 is 4995, but latency.hdr in rounds.pack.gz has none',
    );
  });

  test('a trial of a search is a round of its contestant', async () => {
    const trials = [2, 4].map((round) => ({ round, level: 20 }));
    const search = {
      contestant: 'mean',
      what: 'writes a second',
      held: '50 subscribers',
      limit_ms: 500,
      most: 20,
      trials,
    } as const;
    const run = (plan: object) =>
      writeFixture(
        place(),
        fixture({
          ...pairsOnly(),
          experiment: 'capacity',
          plan: { needed: [], capacities: [{ ...search, ...plan }] },
        }),
      );
    expect((await readCompare(await run({}))).summary.capacities[0]?.carried).toBe(20);
    expect(await said(readCompare(await run({ contestant: 'meteor' })))).toContain(
      'manifest.json: the contestant of trial 2 is "meteor", but rounds.jsonl has "mean"',
    );
    expect(await said(readCompare(await run({ trials: [{ ...trials[0], round: 9 }] })))).toContain(
      'manifest.json: the contestant of trial 9 is "mean", but rounds.jsonl has none',
    );
  });

  test('an account of a sample that doesn’t add up', async () => {
    const folder = await writeFixture(place(), sampleFixture());
    await edit(folder, 'rounds.jsonl', ([first, ...others]: Rounds) => [
      { ...first, accounts: [{ what: 'clicks', owed: 9, seen: 7, lost: 1 }] },
      ...others,
    ]);
    expect(await said(readRun(folder))).toContain(
      `${folder} doesn't add up. rounds.jsonl: clicks seen in round 1 is 7, but owed and lost of it has 8`,
    );
  });
});

function pairsOnly() {
  return {
    deliveries: [1, 2].flatMap((pair) => [
      deliveryRound(meteor, 2 * pair - 1, pair),
      deliveryRound(mean, 2 * pair, pair),
    ]),
  };
}

test('runs that can’t be believed are passed over, and that is said', async () => {
  const folder = place();
  await writeFixture(path.join(folder, 'b'), fixture({ ...pairsOnly(), manifest: { started: '2026-02' } }));
  await writeFixture(path.join(folder, 'c'), fixture({ ...pairsOnly(), manifest: { started: '2026-01' } }));
  await writeFixture(path.join(folder, 'lab'), sampleFixture());
  const edited = await writeFixture(path.join(folder, 'edited'), fixture(pairsOnly()));
  await edit(edited, 'rounds.jsonl', (rounds: Rounds) => rounds.slice(1));
  const lines: string[] = [];
  const runs = await runsIn(folder, (line) => lines.push(line));
  expect(runs.map((run) => path.basename(run.folder))).toEqual(['c', 'b']);
  expect(lines).toEqual([expect.stringMatching(/^Passed over: .*edited doesn't add up/)]);
  expect(await runsIn(path.join(folder, 'nowhere'))).toEqual([]);
});

test('every committed run adds up', async () => {
  const names = await resultsIn(reference);
  const kinds = await Promise.all(
    names.map(async (name) => {
      const folder = path.join(reference, name);
      const manifest = await readManifest(folder);
      if (manifest.kind !== 'conformance') await readRun(folder);
      return manifest.kind;
    }),
  );
  expect(kinds.filter((kind) => kind === 'compare').length).toBeGreaterThan(5);
  expect(kinds.filter((kind) => kind === 'lab').length).toBeGreaterThan(3);
});

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type CurveVerdict, levelVerdict, readCompare, type SearchedCurve } from '../src/index.ts';
import { curveFixture } from './curve-fixture.ts';
import { deliveryRound, fixture, mean, meteor, writeFixture } from './fixture.ts';
import { places } from './places.ts';

const place = places();

test('a curve says what a query costs, and where it ends, from its folder alone', async () => {
  const { summary } = await readCompare(await writeFixture(place(), curveFixture()));
  const [meteors, means] = summary.curves;
  expect(meteors?.levels.map(({ queries, verdict }) => [queries, verdict])).toEqual([
    [1, 'passed'],
    [100, 'passed'],
    [1000, 'failed'],
  ]);
  expect(meteors).toMatchObject({ mode: 'oplog', drivers: ['OplogObserveDriver'], limitedBy: 'app' });
  expect(meteors?.gaveOut).toMatchObject({
    queries: 1000,
    reading: expect.stringMatching(/^500 of 5000 deliveries lost, p99 beyond the drain/),
  });
  // Two levels that held: a line, and no interval.
  expect(meteors?.growth?.slope).toBeCloseTo(24, 0);
  expect(meteors?.growth).toMatchObject({ points: 4, levels: 2, low: null });
  expect(meteors?.profile?.code[0]).toEqual({
    name: 'packages/mongo.js',
    low_us: 110,
    high_us: 1100,
    functions: [
      { name: 'dispatch', low_us: 10, high_us: 1000 },
      { name: 'parse', low_us: 100, high_us: 100 },
    ],
  });
  expect(means).toMatchObject({ limitedBy: 'asked', gaveOut: null });
  expect(means?.growth?.low).toBeLessThan(0);
  expect(means?.growth?.high).toBeGreaterThan(0);
  // Neither a round that was profiled nor one at another level counts.
  expect(means?.levels[0]?.rounds).toEqual({ valid: 2, void: 0 });
  expect(summary).toMatchObject({ contestants: [], comparisons: [], enough: true });
});

const first = (change: (curve: SearchedCurve) => Partial<SearchedCurve>) => (curve: SearchedCurve) =>
  curve.contestant === 'meteor own' ? { ...curve, ...change(curve) } : curve;

test.for([
  [
    'a stack that lost deliveries held',
    first(({ trials }) => ({ trials: trials.map((one) => ({ ...one, verdict: 'passed' })) })),
    'plan.curves[0]: the verdict of round 9 is "passed", but its p99 and what it lost, against limit_ms, has "failed"',
  ],
  [
    'a round is of another level',
    first(({ trials }) => ({ trials: trials.map((one) => ({ ...one, queries: one.queries + 1 })) })),
    'plan.curves[0]: the queries of round 1 is 2, but rounds.jsonl has 1',
  ],
  [
    'a round is left out',
    first(({ trials }) => ({ trials: trials.slice(1) })),
    'rounds.jsonl: round 1 is of meteor own, and manifest.json: plan.curves[0] leaves it out',
  ],
  [
    'a profiled round counts',
    first(({ trials, profiled }) => ({
      trials: [...trials, ...profiled.map((one) => ({ ...one, verdict: 'passed' as const }))],
      profiled: [],
    })),
    'plan.curves[0]: round 13 is a trial and was profiled, or is neither',
  ],
  [
    'a round is of somebody else',
    first(() => ({ contestant: 'mean own' })),
    "plan.curves[0] has round 1 as one of mean own, and rounds.jsonl hasn't",
  ],
  [
    'another rate',
    first(() => ({ rate_per_s: 40 })),
    'plan.curves[0]: the rate of round 1 is 40, but rounds.jsonl has 20',
  ],
] as const)('a plan that says that %s is refused', async ([, change, line]) => {
  const folder = await writeFixture(place(), curveFixture(change as (curve: SearchedCurve) => SearchedCurve));
  await expect(readCompare(folder)).rejects.toThrow(line);
});

test('a slope that does not follow from the rounds is refused', async () => {
  const folder = await writeFixture(place(), curveFixture());
  const file = path.join(folder, 'summary.json');
  const summary = JSON.parse(await readFile(file, 'utf8'));
  summary.curves[0].growth.slope = 2;
  await writeFile(file, JSON.stringify(summary));
  await expect(readCompare(folder)).rejects.toThrow(
    /summary\.json: curves\[0\]\.growth\.slope is 2, but what follows/,
  );
});

test('a folder that is older than curves is read, and has none; one of a curve has to have them', async () => {
  const without = async (folder: string) => {
    for (const name of ['summary.json', 'manifest.json']) {
      const file = path.join(folder, name);
      const read = JSON.parse(await readFile(file, 'utf8'));
      delete read.curves;
      if (name === 'manifest.json' && read.experiment !== 'curve') delete read.plan.curves;
      await writeFile(file, JSON.stringify(read));
    }
    return folder;
  };
  const pair = fixture({ deliveries: [deliveryRound(meteor, 1, 1), deliveryRound(mean, 2, 1)] });
  const { summary } = await readCompare(await without(await writeFixture(place(), pair)));
  expect(summary.curves).toEqual([]);
  const curves = await without(await writeFixture(place(), curveFixture()));
  await expect(readCompare(curves)).rejects.toThrow('summary.json: curves is missing');
});

test.for([
  ['', 'spoiled'],
  ['passed', 'passed'],
  ['passed void', 'passed'],
  ['void spoiled', 'void'],
  ['spoiled', 'spoiled'],
  ['failed', 'undecided'],
  ['passed failed', 'undecided'],
  ['failed void', 'undecided'],
  ['passed failed passed', 'passed'],
  ['failed passed failed', 'failed'],
  ['failed failed', 'failed'],
  ['failed failed passed passed', 'undecided'],
] as const)('rounds that say "%s" say of their level: %s', ([said, verdict]) => {
  expect(levelVerdict(said.split(' ').filter((one) => one !== '') as CurveVerdict[])).toBe(verdict);
});

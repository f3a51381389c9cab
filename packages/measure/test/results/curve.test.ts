import { expect, test } from 'vitest';
import { levelVerdict, readCompare, type TrialVerdict } from '../../src/results/index.ts';
import { curveFixture } from './curve-fixture.ts';
import { writeFixture } from './fixture.ts';
import { places } from './places.ts';

const place = places();

test('a curve says what a query costs, and where it ends, from its folder alone', async () => {
  const { summary } = await readCompare(await writeFixture(place(), curveFixture()));
  const [meteors, means] = summary.curves;
  expect(meteors?.levels.map(({ level, verdict }) => [level, verdict])).toEqual([
    [1, 'passed'],
    [100, 'passed'],
    [1000, 'failed'],
  ]);
  expect(meteors).toMatchObject({ mode: 'oplog', drivers: ['OplogObserveDriver'], limitedBy: 'app' });
  expect(meteors?.failedAt).toMatchObject({
    level: 1000,
    reading: expect.stringMatching(/^500 of 5000 deliveries lost, p99 beyond the drain/),
  });
  // Two levels that held: a line, and no interval.
  expect(meteors?.growth?.slope).toBeCloseTo(24, 0);
  expect(meteors?.growth).toMatchObject({ points: 4, levels: 2, low: null });
  expect(means).toMatchObject({ limitedBy: 'asked', failedAt: null });
  expect(means?.growth?.low).toBeLessThan(0);
  expect(means?.growth?.high).toBeGreaterThan(0);
  // A round at another level doesn't count.
  expect(means?.levels[0]?.rounds).toEqual({ counted: 2, void: 0 });
  expect(summary).toMatchObject({ results: [], comparisons: [], enough: true });
});

test('a plan that has a round of another contestant is refused', async () => {
  const folder = await writeFixture(
    place(),
    curveFixture((curve) =>
      curve.contestant === 'meteor own' ? { ...curve, contestant: 'mean own' } : curve,
    ),
  );
  await expect(readCompare(folder)).rejects.toThrow(
    'manifest.json: the contestant of trial 1 is "mean own", but rounds.jsonl has "meteor own"',
  );
});

test.for([
  ['', 'spoiled'],
  ['passed', 'passed'],
  ['passed void', 'passed'],
  ['passed spoiled spoiled', 'passed'],
  ['passed void void', 'void'],
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
  expect(levelVerdict(said.split(' ').filter((one) => one !== '') as TrialVerdict[])).toBe(verdict);
});

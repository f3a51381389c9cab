import { expect, test } from 'vitest';
import { criticalRankSum, unpairedRatio } from '../src/index.ts';

test('critical values match the printed tables (Mann & Whitney, 5 %, two-sided)', () => {
  expect(criticalRankSum(6, 6)).toBe(5);
  expect(criticalRankSum(6, 8)).toBe(8);
  expect(criticalRankSum(8, 8)).toBe(13);
  expect(criticalRankSum(10, 10)).toBe(23);
  expect(criticalRankSum(20, 20)).toBe(127);
  expect(criticalRankSum(3, 3)).toBe(-1);
});

test('finds a factor, and its inverse in the other direction', () => {
  const a = [10, 11, 12, 13, 14, 15];
  const twice = unpairedRatio(
    a,
    a.map((value) => 2 * value),
  );
  expect(twice?.ratio).toBeCloseTo(2, 10);
  expect(twice?.interval?.low).toBeLessThan(2);
  expect(twice?.interval?.high).toBeGreaterThan(2);
  const b = [21, 20, 23, 26, 24, 31, 30];
  const [there, back] = [unpairedRatio(a, b), unpairedRatio(b, a)];
  expect(back?.ratio).toBeCloseTo(1 / (there?.ratio ?? 0), 10);
  expect(back?.interval?.low).toBeCloseTo(1 / (there?.interval?.high ?? 0), 10);
});

test('fewer than six starts on a side have no interval, and an empty side has no ratio', () => {
  expect(unpairedRatio([1, 2, 3, 4, 5], [2, 3, 4, 5, 6, 7])?.interval).toBeNull();
  expect(unpairedRatio([10], [15])).toMatchObject({ ratio: 1.5, low: 1.5, high: 1.5 });
  expect(unpairedRatio([], [1])).toBeUndefined();
});

test('the interval contains the factor as often as it should', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const sample = (factor: number) => Array.from({ length: 8 }, () => factor * Math.exp(random() + random()));
  let contained = 0;
  for (let trial = 0; trial < 2000; trial++) {
    const interval = unpairedRatio(sample(1), sample(1.5))?.interval;
    if (interval && interval.low <= 1.5 && interval.high >= 1.5) contained++;
  }
  // Exactly 95.0 to 95.9 % for 8 and 8; three standard errors of 2,000 trials are 1.5 %.
  expect(contained / 2000).toBeGreaterThan(0.935);
  expect(contained / 2000).toBeLessThan(0.975);
});

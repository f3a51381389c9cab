import { expect, test } from 'vitest';
import { median, ratios } from '../src/index.ts';

test('ratios are taken within pairs, and their mean is symmetric', () => {
  const pairs = [
    [20, 10],
    [80, 10],
  ] as const;
  expect(ratios(pairs)).toEqual({ each: [2, 8], mean: expect.closeTo(4), low: 2, high: 8 });
  expect(ratios(pairs.map(([a, b]) => [b, a] as const))?.mean).toBeCloseTo(1 / 4);
});

test('a pair with one side missing has no ratio', () => {
  expect(
    ratios([
      [null, 10],
      [3, undefined],
    ]),
  ).toBeUndefined();
});

test('the median of an even count lies between its two middle values; what never came is largest', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([1, null, 2])).toBe(2);
  expect(median([1, null, null])).toBeNull();
  expect(median([])).toBeUndefined();
});

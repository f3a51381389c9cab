import { expect, test } from 'vitest';
import { median, type PairOf, ratios } from '../src/index.ts';

type Figure = number | null | undefined;

function pair(a: Figure, b: Figure, first: 'a' | 'b' = 'a'): PairOf {
  return { a, b, first };
}

test('ratios are taken within pairs, and their mean is symmetric', () => {
  const pairs = [pair(20, 10), pair(80, 10)];
  expect(ratios(pairs)).toEqual({
    each: [2, 8],
    mean: expect.closeTo(4),
    low: 2,
    high: 8,
    beyond: 0,
    interval: null,
    order: null,
  });
  expect(ratios(pairs.map(({ a, b }) => pair(b, a)))?.mean).toBeCloseTo(1 / 4);
});

test('a pair with one side missing has no ratio', () => {
  expect(ratios([pair(undefined, 10), pair(3, undefined)])).toBeUndefined();
});

test('a side that lies beyond the drain is counted, not left out in silence', () => {
  const some = [pair(10, 5), pair(null, 5), pair(null, null)];
  expect(ratios(some)).toMatchObject({ each: [2], beyond: 2 });
  expect(ratios(some.slice(1, 2))).toMatchObject({ each: [], beyond: 1 });
});

test('the median of an even count lies between its two middle values; what never came is largest', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([1, null, 2])).toBe(2);
  expect(median([1, null, null])).toBeNull();
  expect(median([])).toBeUndefined();
});

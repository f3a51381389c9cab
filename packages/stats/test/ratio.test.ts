import { expect, test } from 'vitest';
import { median, ratios } from '../src/index.ts';

test('ratios are taken within pairs, and their mean is symmetric', () => {
  const pairs = [
    [20, 10],
    [80, 10],
  ] as const;
  expect(ratios(pairs)).toEqual({ each: [2, 8], mean: expect.closeTo(4), low: 2, high: 8, beyond: 0 });
  expect(ratios(pairs.map(([a, b]) => [b, a] as const))?.mean).toBeCloseTo(1 / 4);
});

test('a pair with one side missing has no ratio', () => {
  expect(
    ratios([
      [undefined, 10],
      [3, undefined],
    ]),
  ).toBeUndefined();
});

test('a side that lies beyond the drain is counted, not left out in silence', () => {
  const some: [number | null, number | null][] = [
    [10, 5],
    [null, 5],
    [null, null],
  ];
  expect(ratios(some)).toMatchObject({ each: [2], beyond: 2 });
  expect(ratios(some.slice(1, 2))).toMatchObject({ each: [], beyond: 1 });
});

test('the median of an even count lies between its two middle values; what never came is largest', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([1, null, 2])).toBe(2);
  expect(median([1, null, null])).toBeNull();
  expect(median([])).toBeUndefined();
});

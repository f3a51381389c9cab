import { describe, expect, test } from 'vitest';
import { median, type PairOf, type Ratios, ratios } from '../src/index.ts';

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

test('a side beyond the drain is counted, not silently left out', () => {
  const some = [pair(10, 5), pair(null, 5), pair(null, null)];
  expect(ratios(some)).toMatchObject({ each: [2], beyond: 2, mean: Number.NaN });
  expect(ratios(some.slice(1, 2))).toMatchObject({ each: [], beyond: 1 });
});

describe('order', () => {
  /** a costs three times b, and the second run of a pair is a fifth slower. */
  const aFirst = pair(30, 12, 'a');
  const bFirst = pair(36, 10, 'b');

  test('the cost of running second is found and removed', () => {
    const found = ratios([aFirst, bFirst, bFirst, aFirst]);
    expect(found?.mean).toBeCloseTo(3);
    expect(found?.order).toBeCloseTo(1.2);
  });

  test('it is removed even if void rounds left more pairs of one order', () => {
    const found = ratios([aFirst, bFirst, aFirst, aFirst, aFirst, bFirst]);
    expect(found?.mean).toBeCloseTo(3);
    expect(found?.order).toBeCloseTo(1.2);
    expect(found?.interval?.low).toBeCloseTo(3);
    expect(found?.interval?.high).toBeCloseTo(3);
  });

  test('with only one order it stays in, and the method says so', () => {
    const found = ratios(Array.from({ length: 6 }, () => aFirst));
    expect(found?.mean).toBeCloseTo(2.5);
    expect(found?.order).toBeNull();
    expect(found?.interval?.method).toContain('order not removed');
  });
});

describe('interval', () => {
  // Student, "The Probable Error of a Mean", Biometrika 6 (1908): hours of sleep gained with the second drug over the
  // first, of ten patients, as logs. By t (R's manual of t.test) 0.700 to 2.460.
  const sleep = [1.2, 2.4, 1.3, 1.3, 0, 1.0, 1.8, 0.8, 4.6, 1.4].map((more) => pair(Math.exp(more), 1));
  const logs = ({ mean, interval }: Ratios) =>
    [mean, interval?.low, interval?.high].map((x) => Math.log(x ?? 0));

  test("Student's sleep data: the published mean, and an interval like the published one", () => {
    const [mean, low, high] = logs(ratios(sleep) as Ratios) as [number, number, number];
    expect(mean).toBeCloseTo(1.58);
    // A bootstrap follows the skew of the data: its upper end is farther, its lower end nearer.
    expect(low).toBeGreaterThan(0.7);
    expect(low).toBeLessThan(0.9);
    expect(high).toBeGreaterThan(2.46);
    expect(high).toBeLessThan(2.75);
  });

  test('the same pairs and seed give the same numbers', () => {
    const pairs = Array.from({ length: 12 }, (_, index) => pair(2 + Math.sin(index ** 2), 1));
    expect(ratios(pairs, { seed: 7 })).toEqual(ratios(pairs, { seed: 7 }));
    expect(ratios(pairs, { seed: 7 })).not.toEqual(ratios(pairs, { seed: 8 }));
  });

  test('B over A has the inverse of what A over B has', () => {
    const inverse = sleep.map(({ a, b }): PairOf => ({ a: b, b: a, first: 'b' }));
    const [mean, low, high] = logs(ratios(sleep) as Ratios) as [number, number, number];
    const [meanBack, lowBack, highBack] = logs(ratios(inverse) as Ratios) as [number, number, number];
    expect(meanBack).toBeCloseTo(-mean);
    expect(lowBack).toBeCloseTo(-high, 1);
    expect(highBack).toBeCloseTo(-low, 1);
  });

  test('five pairs have no interval, nor have six with a lost figure', () => {
    const five = sleep.slice(0, 5);
    expect(ratios(five)?.interval).toBeNull();
    expect(ratios([...five, pair(null, 1)])?.interval).toBeNull();
    expect(ratios([...sleep, pair(null, 1)])?.interval).toBeNull();
    expect(ratios([...sleep, pair(undefined, 1)])?.interval).not.toBeNull();
  });
});

test('the median of an even count is between the two middle values; a lost one is largest', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([1, null, 2])).toBe(2);
  expect(median([1, null, null])).toBeNull();
  expect(median([])).toBeUndefined();
});

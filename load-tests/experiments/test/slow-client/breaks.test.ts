import { expect, test } from 'vitest';
import { figuresOf, type Point } from '../../src/slow-client/measure.ts';

test('of points before and after, the rise, and when most of it was given back', () => {
  const point = (after_s: number, kept_MB: number, isConnected: boolean | null = true): Point => ({
    after_s,
    kept_bytes: kept_MB * 1e6,
    rss_bytes: 1,
    isConnected,
  });
  const points = [point(-2, 40), point(-1, 60), point(1, 80), point(2, 100), point(3, 70, false)];
  expect(figuresOf(points)).toEqual({
    before_MB: 50,
    peak_MB: 100,
    rise_MB: 50,
    backAfter_s: 3,
    goneAfter_s: 3,
  });
  expect(figuresOf(points.slice(0, 4))).toMatchObject({ backAfter_s: Infinity, goneAfter_s: Infinity });
  // Where the system doesn't tell of connections, none is said to have gone or to be there.
  expect(figuresOf([point(-1, 50, null), point(1, 60, null)]).goneAfter_s).toBeNull();
});

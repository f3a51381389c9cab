import { describe, expect, test } from 'vitest';
import { type CostLine, fitCostLine, fitSlope, type Point } from '../src/index.ts';
import { randomFrom } from '../src/random.ts';
import { type CostNoise, costNoises, simulateCosts } from './costs.ts';

const levels = [1, 10, 100, 500, 1000, 2000];
const line = (points: readonly Point[]) => fitCostLine(points) as CostLine;

describe('a line through costs', () => {
  test('finds the true slope, with an interval of width zero without noise', () => {
    const found = line(levels.flatMap((x): Point[] => [1, 2].map(() => [x, 10_000 + 24 * x])));
    expect(found.slope).toBeCloseTo(24, 9);
    expect(found.intercept).toBeCloseTo(10_000, 6);
    expect(found.low).toBeCloseTo(24, 6);
    expect(found.high).toBeCloseTo(24, 6);
    expect(found).toMatchObject({ points: 12, levels: 6, straight: true });
  });

  test('an outlier at a large cost moves it less than it moves plain least squares', () => {
    const strays = levels.flatMap((x): Point[] => [
      [x, 10 + 0.024 * x],
      [x, (10 + 0.024 * x) * (x === 2000 ? 1.3 : 1)],
    ]);
    const off = (slope: number) => Math.abs(slope - 0.024);
    expect(off(line(strays).slope)).toBeLessThan(0.7 * off(fitSlope([strays]).slope));
  });

  test.for(Object.entries(costNoises))('its interval holds the truth, noise: %s', ([, noise]) => {
    const random = randomFrom(11);
    for (const slope of [0.024, 0]) {
      const held = Array.from({ length: 400 }, () =>
        line(simulateCosts(random, { levels, each: 2, slope, noise: noise as CostNoise })),
      ).filter(({ low, high }) => (low as number) <= slope && slope <= (high as number));
      expect(held.length).toBeGreaterThan(0.92 * 400);
    }
  });

  test('two levels have no interval, and one level has no line', () => {
    expect(
      line([
        [1, 10],
        [4, 16],
      ]),
    ).toMatchObject({ slope: 2, low: null, high: null, straight: true });
    expect(fitCostLine([[1, 10]])).toBeNull();
    expect(fitCostLine([])).toBeNull();
  });

  test('a bent cost is not straight, and a flat one is', () => {
    const noisy = (of: (x: number) => number) =>
      levels.flatMap((x): Point[] => [
        [x, 1.01 * of(x)],
        [x, 0.99 * of(x)],
      ]);
    expect(line(noisy((x) => 10 + 0.00002 * x ** 2)).straight).toBe(false);
    expect(line(noisy(() => 10)).straight).toBe(true);
  });
});

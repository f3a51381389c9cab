import { expect, test } from 'vitest';
import { changeOf, ratios } from '../src/index.ts';
import { randomFrom } from '../src/random.ts';

const of = (mean: number, low: number, high: number) => ({ mean, interval: { low, high } });

test('of two equal intervals the result is wider by the square root of two, on logs', () => {
  const half = Math.exp(0.1);
  const change = changeOf(of(2, 2 / half, 2 * half), of(4, 4 / half, 4 * half));
  expect(change?.ratio).toBeCloseTo(2, 10);
  expect(Math.log(change?.interval.high as number) - Math.log(2)).toBeCloseTo(Math.SQRT2 * 0.1, 10);
  expect(Math.log(2) - Math.log(change?.interval.low as number)).toBeCloseTo(Math.SQRT2 * 0.1, 10);
});

test('the change in the other direction is the inverse', () => {
  const [a, b] = [of(1.5, 1.3, 1.9), of(1.6, 1.55, 1.7)];
  const [there, back] = [changeOf(a, b), changeOf(b, a)];
  expect(back?.ratio).toBeCloseTo(1 / (there?.ratio as number), 10);
  expect(back?.interval.low).toBeCloseTo(1 / (there?.interval.high as number), 10);
});

test('without an interval of a ratio there is no change', () => {
  expect(changeOf({ mean: 2, interval: null }, of(2, 1, 3))).toBeUndefined();
  expect(changeOf(of(2, 1, 3), of(2, -1, 3))).toBeUndefined();
});

test('for two runs of the same stacks the interval contains 1 about as often as it should', () => {
  const random = randomFrom(5);
  // Twelve uniform numbers minus six: nearly normal, with a standard deviation of 1.
  const noise = () => Math.exp(0.1 * (Array.from({ length: 12 }, random).reduce((a, b) => a + b, 0) - 6));
  const run = (seed: number) =>
    ratios(
      Array.from({ length: 8 }, (_, pair) => ({
        a: 2 * noise(),
        b: noise(),
        first: pair % 2 === 0 ? ('a' as const) : ('b' as const),
      })),
      { seed },
    );
  const held = Array.from({ length: 300 }, (_, n) => {
    const [first, second] = [run(2 * n + 1), run(2 * n + 2)];
    const change = first && second && changeOf(first, second);
    return change !== undefined && change.interval.low <= 1 && change.interval.high >= 1;
  });
  expect(held.filter(Boolean).length / held.length).toBeGreaterThan(0.9);
});

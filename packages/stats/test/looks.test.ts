import { expect, test } from 'vitest';
import { noises, simulatePairs, simulateStopping } from '../bench/simulation.ts';
import { halfWidth, looks, type PairOf, pairsFor, type Ratios, ratios } from '../src/index.ts';
import { randomFrom } from '../src/random.ts';

function simulated(pairs: number): Ratios {
  const source = simulatePairs(randomFrom(5), noises.normal as NonNullable<typeof noises.normal>, 0.1);
  return ratios(Array.from({ length: pairs }, () => source.next().value as PairOf)) as Ratios;
}

test('looks are even, so that both orders have as many pairs', () => {
  expect(looks[0]).toBe(6);
  expect(looks.filter((look) => look % 2 !== 0)).toEqual([]);
});

test('the half width is the larger distance from the mean to an end, as a factor', () => {
  const of = (low: number, high: number) => ({
    ...simulated(6),
    mean: 2,
    interval: { low, high, level: 0.95 as const, method: '' },
  });
  expect(halfWidth(of(1.9, 2.2))).toBeCloseTo(0.1);
  expect(halfWidth(of(2 / 1.25, 2.2))).toBeCloseTo(0.25);
  expect(halfWidth(simulated(4))).toBeNull();
});

test('the predicted number of pairs follows from the observed spread', () => {
  const few = simulated(8);
  const needed = pairsFor(few, 0.05) as number;
  expect(needed % 2).toBe(0);
  expect(needed).toBeGreaterThan(8);
  // Four times the pairs nearly halve the width: t and the spread are also better known.
  expect(pairsFor(few, 0.025)).toBeGreaterThan(3 * needed);
  expect(pairsFor(few, 10)).toBe(8);
  expect(halfWidth(simulated(2 * needed))).toBeLessThan(0.05);
});

test('two pairs predict no number, four do', () => {
  expect(pairsFor(simulated(2), 0.1)).toBeNull();
  expect(pairsFor(simulated(4), 0.1)).toBeGreaterThanOrEqual(6);
});

test('the interval is true, though the run stops as soon as it is narrow enough', () => {
  const normal = noises.normal as NonNullable<typeof noises.normal>;
  const { coverage, pairs } = simulateStopping(6, 100, normal, [0.07, 0.07]);
  expect(pairs).toBeGreaterThan(looks[0] as number);
  expect(pairs).toBeLessThan(looks.at(-1) as number);
  expect(coverage).toBeGreaterThan(0.88);
});

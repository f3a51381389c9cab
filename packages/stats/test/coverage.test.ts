import { expect, test } from 'vitest';
import { noises, simulateRatios } from '../bench/simulation.ts';
import { coverage, shareInterval } from '../src/index.ts';

test('an A/A interval covers if it contains 1', () => {
  const intervals = [
    { low: 0.9, high: 1.1 },
    { low: 1, high: 1.2 },
    { low: 1.01, high: 1.2 },
    { low: 0.8, high: 0.99 },
  ];
  expect(coverage(intervals)).toMatchObject({ contained: 2, of: 4, share: 0.5 });
  expect(coverage([])).toBeUndefined();
});

// Conover, Practical Nonparametric Statistics (1971), p. 97: Mendel's peas, as in the manual of R's binom.test.
test('the interval of a share is exact', () => {
  const { low, high } = shareInterval(682, 925);
  expect(low).toBeCloseTo(0.7076683, 6);
  expect(high).toBeCloseTo(0.7654066, 6);
  expect(shareInterval(10, 10)).toEqual({ low: expect.closeTo(0.025 ** (1 / 10), 10), high: 1 });
  expect(shareInterval(0, 10)).toEqual({ low: 0, high: expect.closeTo(1 - 0.025 ** (1 / 10), 10) });
});

test('of six pairs, about 95 of 100 intervals contain the truth, whatever the noise', () => {
  for (const noise of Object.values(noises)) {
    const { coverage: held } = simulateRatios({ seed: 4, runs: 200, pairs: 6, noise });
    // Three standard deviations of a share of 95 % of 200.
    expect(held).toBeGreaterThan(0.9);
    expect(held).toBeLessThan(0.995);
  }
});

import type { Ratios } from '@meteor-vs-mean/stats';
import { expect, test } from 'vitest';
import { type Comparison, floorOf } from '../src/index.ts';
import { mean, meteor } from './fixture.ts';

const few: Ratios = {
  each: [0.8, 1.1],
  mean: 0.94,
  low: 0.8,
  high: 1.1,
  beyond: 0,
  interval: null,
  order: null,
};
const many: Ratios = {
  ...few,
  each: [0.5, 1, 1, 1, 1, 2],
  interval: { low: 0.95, high: 1.2, level: 0.95, method: '' },
};

function floor(comparisons: Pick<Comparison, 'a' | 'b' | 'figures'>[]): Record<string, number> {
  const changed = { ...mean, key: 'mean uncompressed', variant: { ...mean.variant, compression: false } };
  const contestants = [meteor, mean, changed].flatMap((one) => [one, { ...one, key: `${one.key} (again)` }]);
  const summary = {
    contestants,
    comparisons: comparisons.map((one) => ({ ...one, title: null, scenario: 'fan-out' })),
  };
  return floorOf({ folder: 'x', sameMachine: true, options: {}, summary }).figures;
}

test('the floor is the widest of what the A/A runs found: intervals, or pairs where those are too few', () => {
  const figures = floor([
    { a: 'meteor', b: 'meteor (again)', figures: { p50_ms: many, p99_ms: few } },
    { a: 'mean', b: 'mean (again)', figures: { p50_ms: few } },
    { a: 'meteor', b: 'mean', figures: { p50_ms: { ...few, each: [9] } } },
    { a: 'mean uncompressed', b: 'mean', figures: { p50_ms: { ...few, each: [9] } } },
  ]);
  expect(figures).toEqual({ p50_ms: expect.closeTo(1.25), p99_ms: expect.closeTo(1.25) });
  expect(floor([])).toEqual({});
});

test('a difference below 1 is as far from it as its inverse', () => {
  expect(floor([{ a: 'mean', b: 'mean (again)', figures: { p50_ms: many } }]).p50_ms).toBeCloseTo(1.2);
});

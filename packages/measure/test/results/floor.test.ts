import type { Ratios } from '@meteor-vs-mean/stats';
import { expect, test } from 'vitest';
import { type Comparison, type Floor, floorIn, floorOf } from '../../src/results/index.ts';
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

type Compared = Pick<Comparison, 'a' | 'b' | 'figures'> & Partial<Comparison>;

function floor(comparisons: Compared[]): Floor {
  const changed = { ...mean, key: 'mean uncompressed', variant: { ...mean.variant, compression: false } };
  const contestants = [meteor, mean, changed].flatMap((one) => [one, { ...one, key: `${one.key} (again)` }]);
  const summary = {
    contestants,
    comparisons: comparisons.map((one) => ({
      title: null,
      load: 'fan-out',
      noisy: 0,
      isHeavy: false,
      ...one,
    })),
  };
  return floorOf({ folder: 'x', sameMachine: true, options: {}, ...summary });
}

test('the floor is the widest of what the A/A runs found: intervals, or pairs where those are too few', () => {
  const { figures } = floor([
    { a: 'meteor', b: 'meteor (again)', figures: { p50_ms: many, p99_ms: few } },
    { a: 'mean', b: 'mean (again)', figures: { p50_ms: few } },
    { a: 'meteor', b: 'mean', figures: { p50_ms: { ...few, each: [9] } } },
    { a: 'mean uncompressed', b: 'mean', figures: { p50_ms: { ...few, each: [9] } } },
  ]);
  expect(figures).toEqual({ p50_ms: expect.closeTo(1.25), p99_ms: expect.closeTo(1.25) });
  expect(floor([])).toEqual({ folder: 'x', sameMachine: true, figures: {} });
});

test('a floor that has noisy rounds says how many of the A/A’s they are', () => {
  const figures = { p50_ms: many };
  expect(
    floor([
      { a: 'meteor', b: 'meteor (again)', noisy: 2, figures },
      { a: 'mean', b: 'mean (again)', noisy: 1, figures },
      { a: 'meteor', b: 'mean', noisy: 12, figures },
    ]),
  ).toMatchObject({ noisy: 3 });
});

test('a difference below 1 is as far from it as its inverse', () => {
  expect(floor([{ a: 'mean', b: 'mean (again)', figures: { p50_ms: many } }]).figures.p50_ms).toBeCloseTo(
    1.2,
  );
});

test('an A/A with a pair beyond the drain has no number, whatever its other pairs and other A/A runs found', () => {
  const none = { ...few, each: [], mean: Number.NaN, low: Infinity, high: -Infinity, beyond: 2 };
  const found = floor([
    {
      a: 'meteor',
      b: 'meteor (again)',
      figures: { p50_ms: few, p95_ms: { ...few, beyond: 1 }, p99_ms: none },
    },
    { a: 'mean', b: 'mean (again)', figures: { p50_ms: few, p95_ms: many, p99_ms: few } },
  ]);
  expect(found).toMatchObject({ figures: { p50_ms: expect.closeTo(1.25) }, beyond: ['p95_ms', 'p99_ms'] });
  expect(Object.keys(found.figures)).toEqual(['p50_ms']);
  // Read from a folder, no difference is outside it; of a figure that the control didn't measure none is known.
  const read: Floor = JSON.parse(JSON.stringify(found));
  expect(['p50_ms', 'p99_ms', 'heap'].map((figure) => floorIn(read, figure))).toEqual([
    expect.closeTo(1.25),
    Infinity,
    undefined,
  ]);
});

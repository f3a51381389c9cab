import { expect, test } from 'vitest';
import { outcomeOf } from '../src/claims.ts';

const here = (ratio: number | null, low?: number, high?: number) => ({
  text: '',
  ratio,
  interval: low === undefined || high === undefined ? null : interval(low, high),
});
const interval = (low: number, high: number) => ({ low, high, level: 0.95, method: 'bootstrap of pairs' });
const said = (ratio: number | null, side?: 'below' | 'above') => ({
  text: '',
  ratio,
  ...(side === undefined ? {} : { side }),
});
const outcome = (published: ReturnType<typeof said>, found: ReturnType<typeof here>, floor?: number) =>
  outcomeOf({ published, here: found, floor } as Parameters<typeof outcomeOf>[0]);

test('within a factor of two it is reproduced, beyond it is different', () => {
  expect(outcome(said(1.5), here(1.2, 1.1, 1.3))).toBe('reproduced');
  expect(outcome(said(1.5), here(2.9, 2.8, 3))).toBe('reproduced');
  expect(outcome(said(1.5), here(3.1, 3, 3.2))).toBe('different');
  expect(outcome(said(0.5), here(0.2))).toBe('different');
});

test('on the other side of 1 it is reversed, whatever the factor', () => {
  expect(outcome(said(0.9), here(1.05, 1.02, 1.08))).toBe('reversed');
  expect(outcome(said(1.5), here(0.4, 0.3, 0.5))).toBe('reversed');
  expect(outcome(said(1.1), here(0.95))).toBe('reversed');
});

test('where no difference is seen here it is reproduced only if the published one is as small', () => {
  expect(outcome(said(1.02), here(0.99, 0.95, 1.03))).toBe('reproduced');
  expect(outcome(said(1.5), here(0.99, 0.95, 1.03))).toBe('different');
});

test('inside the noise floor no difference is seen, whatever the interval', () => {
  expect(outcome(said(0.79), here(1.085, 1.02, 1.15))).toBe('reversed');
  expect(outcome(said(0.79), here(1.085, 1.02, 1.15), 1.12)).toBe('different');
  expect(outcome(said(1.1), here(1.085, 1.02, 1.15), 1.12)).toBe('reproduced');
  expect(outcome(said(0.95), here(1.05), 1.12)).toBe('reproduced');
});

test('a source that names a side without a number is held to that side', () => {
  expect(outcome(said(null, 'below'), here(0.8, 0.7, 0.9))).toBe('reproduced');
  expect(outcome(said(null, 'below'), here(1.6, 1.5, 1.7))).toBe('reversed');
  expect(outcome(said(null, 'below'), here(1, 0.9, 1.1))).toBe('different');
});

test('nothing published, or nothing measured, has no outcome', () => {
  expect(outcome(said(null), here(2))).toBeUndefined();
  expect(outcome(said(2), here(null))).toBeUndefined();
});

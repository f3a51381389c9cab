import { cellsOf } from '@meteor-vs-mean/measure/results';
import { checkPlan } from '@meteor-vs-mean/measure/run';
import { expect, test } from 'vitest';
import type { Load, Plan, Target } from '../src/experiment.ts';

const load = (key: string, more: Partial<Load> = {}): Load => ({
  key,
  title: key,
  contestants: ['a', 'b', 'c'],
  baseline: 'a',
  measure: async () => ({ figures: {}, accounts: [] }),
  ...more,
});

/** As text: `<pair> <load> <contestant>`. */
const orderOf = (...of: Parameters<typeof cellsOf>) =>
  cellsOf(...of).map(({ pair, load, contestant }) => `${pair} ${load.key} ${contestant}`);

test('every second pair runs in reverse, and the baseline comes first and last', () => {
  const loads = [load('x', { baseline: 'c' }), load('y', { contestants: ['a', 'b'] })];
  expect(orderOf(loads, 2, () => true)).toEqual([
    ...['1 x c', '1 x a', '1 x b', '1 x c (again)'],
    ...['1 y a', '1 y b', '1 y a (again)'],
    ...['2 y a (again)', '2 y b', '2 y a'],
    ...['2 x c (again)', '2 x b', '2 x a', '2 x c'],
  ]);
});

test('a contestant that can’t run here is left out, and a load may have fewer pairs than the others', () => {
  const loads = [load('x', { baseline: null }), load('y', { pairs: 1 })];
  expect(orderOf(loads, 2, (contestant) => contestant !== 'a')).toEqual([
    ...['1 x b', '1 x c', '1 y b', '1 y c'],
    ...['2 x c', '2 x b'],
  ]);
});

const targets: Target[] = ['a', 'b', 'c'].map((key) => ({
  key,
  title: key,
  find: async () => ({ versions: {} }),
}));
const table: Plan['tables'][number] = {
  key: 't',
  figure: 'f',
  rows: ['x'],
  columns: ['a', 'b'],
  baseline: 'a',
};
const claim: Plan['claims'][number] = {
  key: 'k',
  what: '',
  published: { text: '', ratio: null },
  why: '',
  here: { figure: 'f', load: 'x', over: ['a', 'b'] },
};
const figure = { name: 'f', title: 'F', unit: 's', better: 'less' } as const;
const sound: Plan = { pairs: 1, loads: [load('x')], figures: [figure], tables: [table], claims: [claim] };
const check = (plan: Partial<Plan>) => () => checkPlan({ name: 'toy', targets }, { ...sound, ...plan });

test('a plan that names something it doesn’t have is refused, by that name', () => {
  expect(check({})).not.toThrow();
  expect(check({ loads: [load('x'), load('x')] })).toThrow('toy: two loads have the key "x"');
  expect(check({ loads: [load('x', { contestants: ['a', 'd'] })] })).toThrow('asks for the target "d"');
  expect(check({ loads: [load('x', { contestants: ['b'] })] })).toThrow('baseline of load "x" isn\'t among');
  expect(check({ tables: [{ ...table, rows: ['z'] }] })).toThrow('row "z" that is no load');
  expect(check({ tables: [{ ...table, columns: ['a', 'd'] }] })).toThrow('column "d" that is no target');
  expect(check({ tables: [{ ...table, baseline: 'c' }] })).toThrow('baseline of table "t" isn\'t among');
  expect(check({ tables: [{ ...table, published: { x: { c: 1 } } }] })).toThrow('published figure of "c"');
  expect(check({ figures: [figure, figure] })).toThrow('two figures have the key "f"');
  expect(check({ tables: [{ ...table, figure: 'g' }] })).toThrow('toy: "t" is of the figure "g"');
  expect(check({ claims: [{ ...claim, here: { ...claim.here, figure: 'g' } }] })).toThrow(
    '"k" is of the figure "g"',
  );
  const here = { ...claim.here, over: ['a', 'd'] as const };
  expect(check({ claims: [{ ...claim, here }] })).toThrow('claim "k" speaks of the target "d"');
});

test('a claim may be about a load that a small size leaves out', () => {
  expect(check({ claims: [{ ...claim, here: { ...claim.here, load: 'large' } }] })).not.toThrow();
});

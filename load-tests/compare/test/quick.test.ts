import { expect, test } from 'vitest';
import { quick } from '../src/experiments/quick.ts';
import { parsed as options } from './parsed.ts';
import { both, broken, found, ids, play } from './played.ts';

test('pairs in ABBA order, then each start for memory', () => {
  const plan = quick(options('--rounds', '2', '--starts', '1'), both, []);
  expect(ids(play(plan, (planned, number) => found(planned, number, 10)))).toEqual([
    ...['meteor', 'mean', 'mean', 'meteor'],
    ...['meteor 100', 'mean 100'],
  ]);
  expect(plan.total).toBe(6);
  expect(plan.comparisons).toEqual([{ title: null, a: 'meteor', b: 'mean' }]);
});

test('a void round is run again at once, and half of the pairs will do', () => {
  const plan = quick(options('--rounds', '4', '--scenarios', 'fan-out'), both, []);
  const ended = (number: number) => (number === 2 ? broken : {});
  const planned = play(plan, (one, number) => found(one, number, 10, ended(number)));
  expect(planned.map(({ contestant, pair }) => [contestant.key, pair]).slice(0, 4)).toEqual([
    ['meteor', 1],
    ['mean', 1],
    ['mean', 1],
    ['mean', 2],
  ]);
  expect(plan.needed.map(({ rounds }) => rounds)).toEqual([2, 2]);
});

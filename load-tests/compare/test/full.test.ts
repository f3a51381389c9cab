import type { AppContestant } from '@meteor-vs-mean/measure/results';
import { expect, test } from 'vitest';
import { mean, meteor } from '../../../packages/measure/test/results/measured.ts';
import { full, looksUpTo } from '../src/experiments/full.ts';
import type { PlannedRound } from '../src/experiments/planned-round.ts';
import { parsed as options } from './parsed.ts';
import { both, broken, choices, found, play } from './played.ts';

test('the memory starts are spread among the first pairs, and all of them are run', () => {
  const plan = full(options('--full', '--starts', '3'), both, []);
  const planned = play(plan, (one, number) => found(one, number, one.contestant === meteor ? 20 : 10));
  const memory = planned.flatMap((one, index) => (one.kind === 'memory' ? [index] : []));
  expect(memory).toHaveLength(3 * 2 * 2);
  expect(memory[0]).toBeLessThan(5);
  expect(plan.stopping?.()).toMatchObject({ ended: 'goal reached', pairs: 6, pairsNeeded: null });
});

test('memory alone is over when its starts are', () => {
  const plan = full(options('--full', '--scenarios', 'idle-clients', '--starts', '2'), both, []);
  expect(play(plan, (one, number) => found(one, number, 10))).toHaveLength(2 * 2 * 2);
  expect(plan.stopping?.()).toBeNull();
});

/** Ratios of 1 and 4, as often in either order. */
const scattered = (one: PlannedRound, number: number) =>
  found(one, number, one.contestant === meteor && Math.floor(one.pair / 2) % 2 === 0 ? 40 : 10);

test('looks at fixed numbers of pairs only, and says how many it would take', () => {
  const plan = full(
    options('--full', '--rounds', '12', '--scenarios', 'fan-out', '--limit', '24h'),
    both,
    [],
  );
  const planned = play(plan, scattered);
  expect(planned).toHaveLength(2 * 12);
  expect(plan.stopping?.()).toMatchObject({ looks: [6, 8, 12], ended: 'last look', pairs: 12 });
  expect(plan.stopping?.()?.pairsNeeded).toBeGreaterThan(12);
});

test('no pair begins that would not end within the limit', () => {
  const plan = full(options('--full', '--limit', '10m', '--scenarios', 'fan-out'), both, []);
  const planned = play(plan, scattered, 40);
  // Eight pairs take 640 s, and seven 560 s.
  expect(planned).toHaveLength(2 * 7);
  expect(plan.stopping?.()).toMatchObject({ ended: 'out of time', limit_s: 600, pairs: 7 });
});

test('floors run beside the apps, and do not decide when it is enough', () => {
  const floor: AppContestant = { ...mean, key: 'smallest', stack: 'smallest' };
  const stacks = [choices.meteor, choices.mean, { ...choices.mean, name: 'smallest', floorOf: 'mean' }];
  const plan = full(options('--full', '--scenarios', 'fan-out'), [meteor, mean, floor], stacks);
  play(plan, (one, number) =>
    found(one, number, one.contestant === floor ? 2 ** (number % 5) : one.contestant === meteor ? 20 : 10),
  );
  expect(plan.comparisons.map(({ a, b }) => `${a} / ${b}`)).toEqual(['meteor / mean', 'mean / smallest']);
  expect(plan.stopping?.()).toMatchObject({ ended: 'goal reached', pairs: 6 });
});

/** Rounds of these numbers are void. */
const voidAt =
  (...numbers: number[]) =>
  (one: PlannedRound, number: number) =>
    found(one, number, one.contestant === meteor ? 20 : 10, numbers.includes(number) ? broken : {});

test('a void round is run again in its pair, also when the time is over', () => {
  const plan = full(options('--full', '--scenarios', 'fan-out', '--limit', '1s'), both, []);
  const planned = play(plan, voidAt(3));
  expect(planned.slice(2, 5).map(({ contestant, pair }) => [contestant.key, pair])).toEqual([
    ['mean', 2],
    ['mean', 2],
    ['meteor', 2],
  ]);
  expect(planned).toHaveLength(2 * 6 + 1);
  expect(plan.stopping?.()).toMatchObject({ ended: 'goal reached', pairs: 6 });
});

test('a pair that stays void is made up for by another one', () => {
  const plan = full(options('--full', '--scenarios', 'fan-out'), both, []);
  expect(play(plan, voidAt(3, 4))).toHaveLength(2 * 7 + 1);
  expect(plan.stopping?.()).toMatchObject({ ended: 'goal reached', pairs: 6 });
});

test('noisy pairs count, and take no more time than quiet ones', () => {
  const plan = full(options('--full', '--scenarios', 'fan-out'), both, []);
  const planned = play(plan, (one, number) =>
    found(one, number, one.contestant === meteor ? 20 : 10, { verdict: 'noisy' }),
  );
  expect(planned).toHaveLength(2 * 6);
  expect(plan.stopping?.()).toMatchObject({ ended: 'goal reached', pairs: 6 });
});

test('of one stack there is no ratio to look at, and six rounds are enough', () => {
  const plan = full(options('--full', '--scenarios', 'fan-out'), [mean], []);
  const planned = play(plan, (one, number) => found(one, number, 10));
  expect(planned).toHaveLength(6);
  expect(plan.stopping?.()).toBeNull();
});

test('fewer pairs than the first look make one look of their own', () => {
  expect(looksUpTo(48)).toEqual([6, 8, 12, 16, 24, 32, 48]);
  expect(looksUpTo(9)).toEqual([6, 8]);
  expect(looksUpTo(2)).toEqual([2]);
});

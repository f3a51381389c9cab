import type { DeliveryRound } from '@meteor-vs-mean/results';
import { expect, test } from 'vitest';
import { mean } from '../../../packages/results/test/measured.ts';
import { control } from '../src/experiments/control.ts';
import { ladder } from '../src/experiments/ladder.ts';
import { parsed as options } from './parsed.ts';
import { choices, found, ids, play, setting } from './played.ts';

test('a void round is run again, once, in its pair', () => {
  const scope = ['--rounds', '1', '--scenarios', 'fan-out'];
  for (const plan of [
    control(options('--control', ...scope), [mean], [choices.mean], setting),
    ladder(options('--ladder', ...scope), [choices.mean], setting),
  ]) {
    const planned = play(plan, (one, number) =>
      found(one, number, 10, [1, 2, 4].includes(number) ? { verdict: 'void' } : {}),
    );
    const keys = plan.contestants.map(({ key }) => key);
    expect(ids(planned)).toEqual([keys[0], keys[0], ...[keys[1], keys[2], keys[2]], ...keys.slice(3)]);
    expect(new Set(planned.map(({ pair }) => pair))).toEqual(new Set([1]));
  }
});

test('what the machine alone made void is run again until it has calmed down, what the app did once', () => {
  const scope = ['--rounds', '1', '--scenarios', 'fan-out'];
  const plan = control(options('--control', ...scope), [mean], [choices.mean], setting);
  const because = (...codes: string[]): Partial<DeliveryRound> => ({
    verdict: 'void',
    reasons: codes.map((code) => ({ code, threshold: '', reading: '', remedy: '' })),
  });
  const [stolen, ended] = [because('cores-stolen'), because('cores-stolen', 'app-ended')];
  const bad: Record<number, Partial<DeliveryRound>> = {
    1: stolen,
    2: because('machine-busy'),
    3: because('clock-jumped'),
    4: stolen,
    5: ended,
    6: ended,
  };
  const planned = play(plan, (one, number) => found(one, number, 10, bad[number]));
  const [first, second, ...others] = plan.contestants.map(({ key }) => key);
  expect(ids(planned)).toEqual([first, first, first, first, second, second, ...others, first]);
});

test('on a machine that is busy for good nothing is repeated for ever', () => {
  const plan = ladder(options('--ladder', '--scenarios', 'fan-out'), [choices.mean], setting);
  const planned = play(plan, (one, number) => found(one, number, 10, { verdict: 'void' }));
  expect(planned).toHaveLength((plan.total ?? 0) + 2);
});

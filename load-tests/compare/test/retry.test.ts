import type { DeliveryRound } from '@meteor-vs-mean/measure/results';
import { expect, test } from 'vitest';
import { mean } from '../../../packages/measure/test/results/measured.ts';
import { control } from '../src/experiments/control.ts';
import { ladder } from '../src/experiments/ladder.ts';
import { parsed as options } from './parsed.ts';
import { choices, found, ids, play, setting } from './played.ts';

const because = (...codes: string[]): Partial<DeliveryRound> => ({
  verdict: 'void',
  reasons: codes.map((code) => ({ code, threshold: '', reading: '', remedy: '' })),
});

test('a void round is run again, once, in its pair', () => {
  const scope = ['--rounds', '1', '--scenarios', 'fan-out'];
  for (const plan of [
    control(options('--control', ...scope), [mean], [choices.mean], setting),
    ladder(options('--ladder', ...scope), [choices.mean], setting),
  ]) {
    const planned = play(plan, (one, number) =>
      found(one, number, 10, [1, 2, 4].includes(number) ? because('app-ended') : {}),
    );
    const keys = plan.contestants.map(({ key }) => key);
    expect(ids(planned)).toEqual([keys[0], keys[0], ...[keys[1], keys[2], keys[2]], ...keys.slice(3)]);
    expect(new Set(planned.map(({ pair }) => pair))).toEqual(new Set([1]));
  }
});

test('no round is run again for noise, nor because the generator was late', () => {
  const scope = ['--rounds', '1', '--scenarios', 'fan-out'];
  const plan = control(options('--control', ...scope), [mean], [choices.mean], setting);
  const noisy = { verdict: 'noisy' as const, reasons: because('cores-stolen').reasons ?? [] };
  const bad: Record<number, Partial<DeliveryRound>> = {
    1: { ...noisy, reasons: noisy.reasons.map((reason) => ({ ...reason, isNoise: true as const })) },
    2: because('sending-bent'),
    3: because('clock-jumped'),
  };
  const planned = play(plan, (one, number) => found(one, number, 10, bad[number]));
  expect(ids(planned)).toEqual(plan.contestants.map(({ key }) => key));
});

test('where no retry helps, retries end', () => {
  const plan = ladder(options('--ladder', '--scenarios', 'fan-out'), [choices.mean], setting);
  const planned = play(plan, (one, number) => found(one, number, 10, because('app-ended')));
  expect(planned).toHaveLength((plan.total ?? 0) + 2);
});

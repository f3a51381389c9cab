import {
  type AppContestant,
  asItComes,
  type DeliveryRound,
  type Measured,
  type Reason,
} from '@meteor-vs-mean/measure/results';
import { expect, test } from 'vitest';
import { knee, verdictOf } from '../src/experiments/knee.ts';
import type { Load } from '../src/experiments/planned-round.ts';

const contestants = ['meteor', 'mean'].map(
  (key): AppContestant => ({ key, stack: key, mode: '', transport: '', variant: asItComes }),
);

/**
 * Runs the experiment against apps that can do so many deliveries a second; each round takes half a minute.
 * @param isSlow whether the generator is too slow for a round with so many clients, whose p99 passes the limit then
 */
function run(limit_s: number, of: Record<string, number>, isSlow = (_clients: number) => false, most = 4000) {
  const measured: Measured[] = [];
  const experiment = knee({ limit_s, most, size: 'full' }, contestants);
  const loads: Load[] = [];
  for (const planned of experiment.rounds({ measured, elapsed_s: () => measured.length * 30 })) {
    if (planned.kind !== 'deliveries') throw new Error('a knee has rounds of deliveries alone');
    const { clients, rate } = planned.load;
    loads.push(planned.load);
    const owed_per_s = planned.contestant.variant.audience === 'ten' ? 10 * rate : clients * rate;
    const holds = owed_per_s <= (of[planned.contestant.stack] as number);
    const round = {
      kind: 'deliveries',
      ...(isSlow(clients)
        ? { verdict: 'void', reasons: [{ code: 'generator-busy' }], p99_ms: 900 }
        : { verdict: 'valid', reasons: [], p99_ms: holds ? 20 : null }),
      round: measured.length + 1,
    } as unknown as DeliveryRound;
    measured.push({ round });
  }
  return { knees: experiment.knees?.() ?? [], rounds: measured.length, loads };
}

test('never are there more subscribers than were asked for', () => {
  const { knees, loads } = run(3600 * 3, { meteor: 10_000, mean: 30_000 }, undefined, 50);
  expect(Math.max(...loads.map(({ clients }) => clients))).toBe(50);
  expect(knees.at(-1)).toMatchObject({ what: 'writes a second', held: '50 subscribers in one list' });
});

test('finds what each can take in three ways, all of it in rounds of the run', () => {
  const { knees, rounds, loads } = run(3600 * 3, { meteor: 10_000, mean: 30_000 });
  expect(knees.map(({ contestant, what }) => `${contestant}: ${what}`)).toEqual([
    'meteor: subscribers in one list',
    'mean: subscribers in one list',
    'meteor ten: subscribers in lists of 10',
    'mean ten: subscribers in lists of 10',
    'meteor: writes a second',
    'mean: writes a second',
  ]);
  const within = (index: number, most: number) => {
    const { knee: found } = knees[index] as (typeof knees)[number];
    expect(found).toBeLessThanOrEqual(most);
    expect(found).toBeGreaterThan(0.88 * most);
  };
  within(0, 1000);
  within(1, 3000);
  // A write into each list makes a delivery for each subscriber.
  expect(knees.slice(2, 4).map(({ knee: found, limitedBy }) => [found, limitedBy])).toEqual([
    [4000, 'asked'],
    [4000, 'asked'],
  ]);
  within(4, 50);
  within(5, 150);
  const numbers = knees.flatMap(({ trials }) => trials.map(({ round }) => round)).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: rounds }, (_, index) => index + 1));
  expect(loads.every(({ rate, duration_s }) => rate * duration_s < 5000)).toBe(true);
});

test('ends in time, each search in its share of it, and says how far it came', () => {
  const { knees, rounds } = run(600, { meteor: 10_000, mean: 30_000 });
  expect(rounds).toBeLessThanOrEqual(24);
  expect(knees).toHaveLength(6);
  expect(knees[1]).toMatchObject({ knee: 1600, limitedBy: 'time' });
});

test('a level with two void rounds of three is not reached when time is up', () => {
  let rounds = 0;
  const { knees } = run(
    1170,
    { meteor: 10_000, mean: 50_000 },
    (clients) => clients === 3200 && rounds++ !== 1,
  );
  expect(knees[1]?.trials.slice(-3).map(({ level, verdict }) => [level, verdict])).toEqual([
    [3200, 'void'],
    [3200, 'passed'],
    [3200, 'void'],
  ]);
  expect(knees[1]).toMatchObject({ knee: 1600, limitedBy: 'time' });
});

test.for([
  ['valid', [], 499, 'passed'],
  ['valid', [], 500, 'failed'],
  ['valid', [], null, 'failed'],
  ['noisy', ['machine-busy', 'sender-late'], 499, 'passed'],
  ['noisy', ['machine-busy', 'sender-late'], 500, 'spoiled'],
  ['noisy', ['sender-late'], 500, 'void'],
  ['void', ['app-ended'], 20, 'failed'],
  ['void', ['account-broken', 'subscribers-missing'], 20, 'failed'],
  ['void', ['subscribers-not-ready', 'subscribers-missing'], null, 'failed'],
  ['void', ['generator-failed'], null, 'void'],
  ['void', ['generator-busy'], 900, 'void'],
  ['void', ['app-ended', 'generator-busy'], null, 'void'],
  ['void', ['app-ended', 'machine-busy'], null, 'failed'],
  ['void', ['sending-bent'], 900, 'void'],
  ['void', ['sending-bent', 'machine-busy'], 900, 'spoiled'],
  ['void', ['sending-bent', 'machine-busy'], 499, 'passed'],
  ['void', ['generator-waiting', 'generator-stalled', 'sending-bent'], 20, 'passed'],
  ['void', ['generator-waiting', 'clock-jumped'], 20, 'spoiled'],
  ['void', ['other-driver'], 20, 'void'],
] as const)('a round that is %s by %j with p99 %s says: %s', ([verdict, codes, p99_ms, said]) => {
  const noise = ['machine-busy', 'sender-late', 'generator-waiting', 'generator-stalled'];
  const reasons = codes.map((code): Reason => {
    const reason = { code, reading: '', threshold: '', remedy: '' };
    return noise.includes(code) ? { ...reason, isNoise: true } : reason;
  });
  expect(verdictOf({ verdict, reasons, p99_ms })).toBe(said);
});

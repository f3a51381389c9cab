import {
  type AppContestant,
  asItComes,
  curveOf,
  type DeliveryRound,
  deliveryRoundsOf,
  type Measured,
} from '@meteor-vs-mean/measure/results';
import { expect, test } from 'vitest';
import { curve } from '../src/experiments/curve.ts';
import type { PlannedDeliveries } from '../src/experiments/planned-round.ts';

const contestants = ['meteor', 'mean'].map(
  (stack): AppContestant => ({
    key: `${stack} own`,
    stack,
    mode: '',
    transport: '',
    variant: { ...asItComes, audience: 'own' },
  }),
);

const usual: Parameters<typeof curve>[0] = {
  levels: [1, 10, 100, 500],
  rate: 20,
  duration_s: 8,
  drain_s: 3,
  pairs: 2,
  limit_s: 3600,
  size: 'full',
};

/** What a round found: by default it held. */
type Found = Partial<Pick<DeliveryRound, 'verdict' | 'p99_ms' | 'lost'>> & { codes?: readonly string[] };

/** Runs the experiment without an app; each round takes half a minute. */
function run(
  options: Partial<typeof usual>,
  find: (planned: PlannedDeliveries, number: number) => Found = () => ({}),
) {
  const measured: Measured[] = [];
  const rounds: PlannedDeliveries[] = [];
  const experiment = curve({ ...usual, ...options }, contestants);
  for (const planned of experiment.rounds({ measured, elapsed_s: () => measured.length * 30 })) {
    if (planned.kind !== 'deliveries') throw new Error('a curve has rounds of deliveries alone');
    if (rounds.length > 200) throw new Error('it never ends');
    rounds.push(planned);
    measured.push({ round: roundOf(planned, rounds.length, find(planned, rounds.length)) });
  }
  const curves = (experiment.curves?.() ?? []).map((searched) =>
    curveOf(
      searched,
      contestants.find(({ key }) => key === searched.contestant) as AppContestant,
      deliveryRoundsOf(measured),
    ),
  );
  return { rounds, curves };
}

/** 10 ms a write, and 24 µs for each live query with Meteor alone. */
function roundOf(planned: PlannedDeliveries, number: number, { codes = [], ...found }: Found): DeliveryRound {
  const { contestant, pair, load } = planned;
  const cpu_ms = 10 + (contestant.stack === 'meteor' ? 0.024 * load.clients : 0);
  const round: Partial<DeliveryRound> = {
    kind: 'deliveries',
    ...contestant,
    round: number,
    pair,
    drivers: [],
    extensions: '',
    verdict: codes.length > 0 ? 'void' : 'valid',
    reasons: codes.map((code) => ({ code, reading: 'a reading', threshold: '', remedy: '' })),
    p50_ms: 8,
    p99_ms: 20,
    lost: 0,
    expected: 160,
    stored: 160,
    app: { cpu_ms: 160 * cpu_ms, waiting_ms: 0, rss_bytes: 0 },
    eventLoop: { p50_ms: 0, p99_ms: 0, max_ms: 0, utilisation: 0.97 },
    generatorUtilisation: 0.1,
    ...found,
  };
  return round as DeliveryRound;
}

const order = (rounds: readonly PlannedDeliveries[]) =>
  rounds.map(({ contestant: { stack }, load: { clients } }) => `${stack} ${clients}`);

/** Meteor fails past so many queries. */
const meteorPast = (most: number, found: Found) => (planned: PlannedDeliveries) =>
  planned.contestant.stack === 'meteor' && planned.load.clients > most ? found : {};

test('each level has pairs in ABBA order', () => {
  const { rounds } = run({ levels: [1, 100] });
  expect(order(rounds)).toEqual([
    ...['meteor 1', 'mean 1', 'mean 1', 'meteor 1'],
    ...['meteor 100', 'mean 100', 'mean 100', 'meteor 100'],
  ]);
  expect(new Set(rounds.map(({ load: { rate } }) => rate))).toEqual(new Set([20]));
  // A pair has one schedule, and one round of each.
  expect(rounds.map(({ pair }) => pair)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
});

test('the slope of the cost is found, and what does not grow is flat', () => {
  const [meteor, mean] = run({}).curves;
  expect(meteor?.growth?.slope).toBeCloseTo(24, 6);
  expect(meteor).toMatchObject({ limitedBy: 'asked', failedAt: null, growth: { points: 8, levels: 4 } });
  expect(mean?.growth?.slope).toBeCloseTo(0, 6);
});

test('a stack that fails a level is not measured at higher ones, and the other one continues', () => {
  const { rounds, curves } = run({}, meteorPast(10, { p99_ms: 1900 }));
  const climbed = order(rounds);
  expect(climbed.filter((one) => one === 'meteor 100')).toHaveLength(2);
  expect(climbed).not.toContain('meteor 500');
  expect(climbed.filter((one) => one === 'mean 500')).toHaveLength(2);
  const [meteor, mean] = curves;
  expect(meteor).toMatchObject({ limitedBy: 'app', failedAt: { level: 100 } });
  expect(meteor?.failedAt?.reading).toBe("p99 1.90 s, its event loop busy 97 %, the generator's 10 %");
  // Past what it carries its CPU says nothing of what a write costs.
  expect(meteor?.growth).toMatchObject({ points: 4, levels: 2, low: null });
  expect(mean?.limitedBy).toBe('asked');
});

test('a lost delivery, and an app that ends, fail a level', () => {
  const lost = run({}, meteorPast(10, { lost: 1 })).curves[0];
  expect(lost?.failedAt).toMatchObject({
    level: 100,
    reading: expect.stringContaining('1 of 160 deliveries lost'),
  });
  const ended = run({}, meteorPast(10, { codes: ['app-ended'], p99_ms: null })).curves[0];
  expect(ended?.failedAt).toMatchObject({ level: 100, reading: expect.stringContaining('app-ended') });
});

test('a level that the generator spoils is void, and not failed', () => {
  const { rounds, curves } = run({}, meteorPast(10, { codes: ['generator-busy'], p99_ms: 900 }));
  expect(order(rounds)).not.toContain('meteor 500');
  expect(curves[0]).toMatchObject({ failedAt: null, limitedBy: 'generator' });
  expect(curves[0]?.levels.at(-1)).toMatchObject({
    verdict: 'void',
    reading: expect.stringContaining('generator-busy (a reading), p99 0.90 s'),
  });
});

test('what the machine spoils is not run again, and a spoiled level does not end the curve', () => {
  const once = run({}, (_, number) => (number === 3 ? { codes: ['clock-jumped'], p99_ms: 900 } : {}));
  expect(order(once.rounds).slice(0, 5)).toEqual(['meteor 1', 'mean 1', 'mean 1', 'meteor 1', 'meteor 10']);
  expect(once.curves[1]?.levels[0]).toMatchObject({ verdict: 'passed', rounds: { counted: 1, void: 1 } });
  const busy = run({}, ({ load: { clients } }) =>
    clients === 100 ? { codes: ['clock-jumped'], p99_ms: 900 } : {},
  );
  expect(busy.curves.map(({ limitedBy }) => limitedBy)).toEqual(['asked', 'asked']);
  expect(busy.curves[0]?.levels.map(({ verdict }) => verdict)).toEqual([
    'passed',
    'passed',
    'spoiled',
    'passed',
  ]);
});

test('a round that isn’t what it says is run again, in its pair, once', () => {
  const { rounds, curves } = run({}, (_, number) => (number === 3 ? { codes: ['other-driver'] } : {}));
  expect(order(rounds).slice(0, 5)).toEqual(['meteor 1', 'mean 1', 'mean 1', 'mean 1', 'meteor 1']);
  expect(curves[1]?.levels[0]).toMatchObject({ verdict: 'passed', rounds: { counted: 2, void: 1 } });
});

test('noisy rounds count at their level', () => {
  const { curves } = run({}, () => ({ verdict: 'noisy' }));
  expect(curves[0]).toMatchObject({ limitedBy: 'asked', growth: { low: expect.any(Number) } });
  expect(curves[0]?.levels[0]?.rounds).toEqual({ counted: 2, void: 0 });
});

test('of rounds that differ the majority decides', () => {
  const failing = (...numbers: number[]) => {
    let tried = 0;
    return (planned: PlannedDeliveries): Found => {
      if (planned.contestant.stack !== 'meteor' || planned.load.clients !== 10) return {};
      return numbers.includes(++tried) ? { p99_ms: 900 } : {};
    };
  };
  const lucky = run({}, failing(1)).curves[0];
  expect(lucky?.levels[1]?.trials.map(({ verdict }) => verdict)).toEqual(['failed', 'passed', 'passed']);
  expect(lucky?.limitedBy).toBe('asked');
  const unlucky = run({}, failing(1, 3)).curves[0];
  expect(unlucky?.failedAt?.level).toBe(10);
  expect(run({ pairs: 1 }, failing(1)).curves[0]?.levels[1]?.trials).toHaveLength(3);
});

test('ends in time, and says so', () => {
  const { rounds, curves } = run({ limit_s: 30 * 10 });
  expect(rounds).toHaveLength(10);
  expect(curves[0]).toMatchObject({ limitedBy: 'time', failedAt: null });
});

test('a toy fails no level for being slow, since it runs next to other work', () => {
  const slow = { p99_ms: 1500 };
  const toy = run({ levels: [1, 4], drain_s: 2, size: 'toy' }, () => slow);
  expect(toy.curves.map(({ levels }) => levels.map(({ verdict }) => verdict))).toEqual(
    contestants.map(() => ['passed', 'passed']),
  );
  const full = run({ levels: [1, 4] }, () => slow);
  expect(full.curves.map(({ levels }) => levels.map(({ verdict }) => verdict))).toEqual(
    contestants.map(() => ['failed']),
  );
});

import {
  type AppContestant,
  asItComes,
  capacityOf,
  type DeliveryRound,
  deliveryRoundsOf,
  type Machine,
  type Measured,
} from '@meteor-vs-mean/measure/results';
import { expect, test } from 'vitest';
import { capacity } from '../src/experiments/capacity.ts';
import type { PlannedDeliveries, PlannedUsers } from '../src/experiments/planned-round.ts';

type Raised = (PlannedDeliveries | PlannedUsers)['load'];

const contestants = ['meteor', 'mean'].map(
  (key): AppContestant => ({ key, stack: key, mode: '', transport: '', variant: asItComes }),
);
const usual: Parameters<typeof capacity>[0] = {
  scenarios: ['fan-out'],
  audiences: ['one', 'own'],
  most: 5000,
  limit_s: 3600 * 3,
  duration_s: 5,
  drain_s: 3,
  size: 'full',
};
const machine = { cores: 2, cpuSets: { app: '0', mongod: '1', generator: '1' } } as Machine;

/** CPU of each, in cores. */
interface Cpu {
  app: number;
  mongod: number;
  generator: number;
}

/** An app that carries so many users; each round takes half a minute. */
function run(
  options: Partial<typeof usual>,
  carries: Record<string, number>,
  beyond: { cpu?: Cpu; codes?: readonly string[]; refused?: number } = {},
) {
  const measured: Measured[] = [];
  const loads: Raised[] = [];
  const experiment = capacity({ ...usual, ...options }, contestants);
  for (const planned of experiment.rounds({ measured, elapsed_s: () => measured.length * 30 })) {
    if (planned.kind === 'memory') throw new Error('a capacity holds no documents');
    if (loads.length > 300) throw new Error('it never ends');
    loads.push(planned.load);
    const { contestant, load } = planned;
    const isHeld = load.clients <= (carries[contestant.key] as number);
    const {
      codes = [],
      refused = 0,
      cpu = { app: 0.99, mongod: 0.1, generator: 0.2 },
    } = isHeld ? {} : beyond;
    const usage = (cores: number) => ({ cpu_ms: cores * 5000, waiting_ms: 0, rss_bytes: 2.5e8 });
    const round: Partial<DeliveryRound> = {
      kind: 'deliveries',
      round: measured.length + 1,
      contestant: contestant.key,
      verdict: codes.length > 0 ? 'void' : 'valid',
      reasons: codes.map((code) => ({ code, reading: 'a reading', threshold: '', remedy: '' })),
      lost: 0,
      refused,
      expected: 100,
      p99_ms: isHeld ? 20 : 900,
      window_ms: 5000,
      app: usage(cpu.app),
      mongod: usage(cpu.mongod),
      generator: usage(cpu.generator),
      generatorUtilisation: 0.2,
      eventLoop: null,
    };
    measured.push({ round: round as DeliveryRound });
  }
  const searched = experiment.capacities?.() ?? [];
  const rounds = deliveryRoundsOf(measured);
  return { found: searched.map((one) => capacityOf(one, machine, rounds)), loads, searched };
}

const even = (users: number) => ({ meteor: users, mean: users, 'meteor own': users, 'mean own': users });

test('finds what each carries for each audience within a tenth, by the CPU of its core', () => {
  const limits = { meteor: 1000, mean: 3000, 'meteor own': 450, 'mean own': 900 };
  const { found, searched, loads } = run({}, limits);
  expect(found.map(({ contestant, what }) => `${contestant}: ${what}`)).toEqual([
    'meteor: users of one list',
    'mean: users of one list',
    'meteor own: users with a list each',
    'mean own: users with a list each',
  ]);
  for (const { contestant, carried, limitedBy, app } of found) {
    const limit = limits[contestant as keyof typeof limits];
    expect(carried).toBeLessThanOrEqual(limit);
    expect(carried).toBeGreaterThan(0.9 * limit);
    expect(limitedBy).toBe('app');
    expect(app).toEqual({ cpu_cores: 0.99, rss_bytes: 2.5e8 });
  }
  // A list of their own: each is written to every 10 s.
  expect(loads.at(-1)).toMatchObject({ rate: Math.round((loads.at(-1) as Raised).clients / 10) });
  // No verdict is stored: it follows from the rounds.
  expect(Object.keys(searched[0]?.trials[0] ?? {})).toEqual(['level', 'round']);
});

test.for([
  ['mongod', { cpu: { app: 0.4, mongod: 0.7, generator: 0.25 } }],
  ['app-late', { cpu: { app: 0.4, mongod: 0.1, generator: 0.2 } }],
  ['app-limit', { codes: ['writes-refused'], refused: 30, cpu: { app: 0.3, mongod: 0.1, generator: 0.2 } }],
  ['generator', { codes: ['generator-busy'], cpu: { app: 0.5, mongod: 0.1, generator: 0.9 } }],
  // It uses what the generator has no cores for.
  ['mongod', { codes: ['generator-waiting'], cpu: { app: 0.5, mongod: 0.6, generator: 0.35 } }],
  ['machine', { codes: ['clock-jumped'], cpu: { app: 0.5, mongod: 0.1, generator: 0.2 } }],
] as const)('%s is the limit, by its readings', ([limitedBy, beyond]) => {
  const { found } = run({ audiences: ['one'] }, even(1000), beyond);
  expect(found.map((one) => one.limitedBy)).toEqual([limitedBy, limitedBy]);
  expect(found[0]?.carried).toBeGreaterThan(900);
  expect(found[0]?.carried).toBeLessThanOrEqual(1000);
});

test('a level that other programs spoil ends after three rounds', () => {
  const spoiled = { codes: ['clock-jumped'] };
  const { loads } = run({ audiences: ['one'] }, even(1000), spoiled);
  expect(loads.filter(({ clients }) => clients === 1600)).toHaveLength(2 * 3);
});

test('users of a flow are raised after the audiences, some at every step of it', () => {
  const scenarios = ['fan-out', 'journey'] as const;
  const { found, loads } = run({ scenarios, audiences: ['own'] }, even(450));
  expect(found.map(({ contestant, what }) => `${contestant}: ${what}`)).toEqual([
    'meteor own: users with a list each',
    'mean own: users with a list each',
    'meteor: users of the journey',
    'mean: users of the journey',
  ]);
  expect(found.every(({ carried }) => carried !== null && carried > 405 && carried <= 450)).toBe(true);
  expect(loads.at(-1)).toMatchObject({ arriving_s: 66, duration_s: 30 });
});

test('no level has more users than requested', () => {
  const { found, loads } = run({ most: 50 }, even(10_000));
  expect(Math.max(...loads.map(({ clients }) => clients))).toBe(50);
  expect(found[0]).toMatchObject({ carried: 50, limitedBy: 'asked', beyond: null });
});

test('ends in time, each audience in its share of it', () => {
  const { found, loads } = run({ limit_s: 240 }, even(10_000));
  expect(loads.length).toBeLessThanOrEqual(10);
  expect(found).toHaveLength(4);
  expect(found[0]).toMatchObject({ carried: 400, limitedBy: 'time' });
});

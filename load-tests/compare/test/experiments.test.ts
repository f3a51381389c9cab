import type { Contestant, DeliveryRound, Measured } from '@meteor-vs-mean/results';
import { expect, test } from 'vitest';
import { delivery, mean, meteor } from '../../../packages/results/test/measured.ts';
import { contestantOf } from '../src/contestants/contestants.ts';
import { control } from '../src/experiments/control.ts';
import type { Experiment, Setting } from '../src/experiments/experiment.ts';
import { full, looksUpTo } from '../src/experiments/full.ts';
import { instances } from '../src/experiments/instances.ts';
import { ladder } from '../src/experiments/ladder.ts';
import type { PlannedRound } from '../src/experiments/plan.ts';
import { quick } from '../src/experiments/quick.ts';
import { parsed as options } from './parsed.ts';

const choices = {
  meteor: {
    name: 'meteor',
    modes: ['oplog', 'polling', 'changestream'],
    defaultMode: 'oplog',
    transports: ['ddp-sockjs', 'ddp'],
    defaultTransport: 'ddp-sockjs',
    strategies: ['NO_MERGE'],
  },
  mean: {
    name: 'mean',
    modes: ['changestream', 'emit'],
    defaultMode: 'changestream',
    transports: ['socketio'],
    defaultTransport: 'socketio',
  },
};
const both = [meteor, mean];

const setting: Setting = { missingMode: () => null, otherNode: () => null };

/** Runs a plan without an app: `measure` says what each round found, and how long it took. */
function play(
  experiment: Experiment,
  measure: (planned: PlannedRound, number: number) => Measured,
  seconds = 20,
): PlannedRound[] {
  const measured: Measured[] = [];
  const planned: PlannedRound[] = [];
  for (const one of experiment.rounds({ measured, elapsed_s: () => planned.length * seconds })) {
    planned.push(one);
    measured.push(measure(one, planned.length));
    if (planned.length > 1000) throw new Error('it never ends');
  }
  return planned;
}

/** A delivery round with this latency; what a pair adds to it is the same for both. */
function found(planned: PlannedRound, number: number, p50_ms: number, rest: Partial<DeliveryRound> = {}) {
  return delivery(planned.contestant, planned.pair, p50_ms, { round: number, ...rest });
}

const ids = (planned: readonly PlannedRound[]) =>
  planned.map((one) =>
    one.kind === 'memory' ? `${one.contestant.key} ${one.documents}` : one.contestant.key,
  );

test('quick: pairs in ABBA order, then each start for memory', () => {
  const plan = quick(options('--rounds', '2', '--starts', '1'), both, []);
  expect(ids(play(plan, (planned, number) => found(planned, number, 10)))).toEqual([
    ...['meteor', 'mean', 'mean', 'meteor'],
    ...['meteor 100', 'mean 100'],
  ]);
  expect(plan.total).toBe(6);
  expect(plan.comparisons).toEqual([{ title: null, a: 'meteor', b: 'mean' }]);
});

test('quick: a void round is run again at once, and half of the pairs will do', () => {
  const plan = quick(options('--rounds', '4', '--scenarios', 'fan-out'), both, []);
  const spoiled = (number: number) => (number === 2 ? { verdict: 'void' as const } : {});
  const planned = play(plan, (one, number) => found(one, number, 10, spoiled(number)));
  expect(planned.map(({ contestant, pair }) => [contestant.key, pair]).slice(0, 4)).toEqual([
    ['meteor', 1],
    ['mean', 1],
    ['mean', 1],
    ['mean', 2],
  ]);
  expect(plan.needed.map(({ rounds }) => rounds)).toEqual([2, 2]);
});

test('full: the memory starts are spread among the first pairs, and all of them are run', () => {
  const plan = full(options('--full', '--starts', '3'), both, []);
  const planned = play(plan, (one, number) => found(one, number, one.contestant === meteor ? 20 : 10));
  const memory = planned.flatMap((one, index) => (one.kind === 'memory' ? [index] : []));
  expect(memory).toHaveLength(3 * 2 * 2);
  expect(memory[0]).toBeLessThan(5);
  expect(plan.stopping?.()).toMatchObject({ ended: 'goal reached', pairs: 6, pairsNeeded: null });
});

test('full: memory alone is over when its starts are', () => {
  const plan = full(options('--full', '--scenarios', 'idle-clients', '--starts', '2'), both, []);
  expect(play(plan, (one, number) => found(one, number, 10))).toHaveLength(2 * 2 * 2);
  expect(plan.stopping?.()).toBeNull();
});

/** Ratios of 1 and 4, as often in either order. */
const scattered = (one: PlannedRound, number: number) =>
  found(one, number, one.contestant === meteor && Math.floor(one.pair / 2) % 2 === 0 ? 40 : 10);

test('full: looks at fixed numbers of pairs only, and says how many it would take', () => {
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

test('full: no pair begins that would not end within the limit', () => {
  const plan = full(options('--full', '--limit', '10m', '--scenarios', 'fan-out'), both, []);
  const planned = play(plan, scattered, 40);
  // Eight pairs take 640 s, and seven 560 s.
  expect(planned).toHaveLength(2 * 7);
  expect(plan.stopping?.()).toMatchObject({ ended: 'out of time', limit_s: 600, pairs: 7 });
});

test('full: floors run beside the apps, and do not decide when it is enough', () => {
  const floor: Contestant = { ...mean, key: 'smallest', stack: 'smallest' };
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
    found(
      one,
      number,
      one.contestant === meteor ? 20 : 10,
      numbers.includes(number) ? { verdict: 'void' } : {},
    );

test('full: a void round is run again in its pair, also when the time is over', () => {
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

test('full: a pair that stays void is made up for by another one', () => {
  const plan = full(options('--full', '--scenarios', 'fan-out'), both, []);
  expect(play(plan, voidAt(3, 4))).toHaveLength(2 * 7 + 1);
  expect(plan.stopping?.()).toMatchObject({ ended: 'goal reached', pairs: 6 });
});

test('full: of one stack there is no ratio to look at, and six rounds are enough', () => {
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

test('control: each stack beside itself, without the preload, without compression, on the other Node', () => {
  const otherNode = (stack: string) =>
    stack === 'mean' ? { of: 'meteor', version: '22.22.0', runs: true as const } : null;
  const stacks = [choices.meteor, choices.mean];
  const plan = control(options('--control', '--rounds', '2', '--scenarios', 'fan-out'), both, stacks, {
    ...setting,
    otherNode,
  });
  const keys = plan.contestants.map(({ key }) => key);
  expect(keys).toEqual([
    ...['meteor', 'meteor (again)', 'meteor no preload', 'meteor uncompressed'],
    ...['mean', 'mean (again)', 'mean no preload', 'mean uncompressed', 'mean node of meteor'],
    ...['meteor ddp uncompressed', 'meteor NO_MERGE', 'mean uncompressed node of meteor'],
  ]);
  expect(ids(play(plan, (one, number) => found(one, number, 10)))).toEqual([...keys, ...keys.toReversed()]);
  expect(plan.comparisons.map(({ title, a, b }) => `${title}: ${a} / ${b}`)).toEqual([
    'A/A: meteor against itself: meteor / meteor (again)',
    'meteor without the preload, over it as it comes: meteor no preload / meteor',
    'meteor compression off, over it as it comes: meteor uncompressed / meteor',
    'A/A: mean against itself: mean / mean (again)',
    'mean without the preload, over it as it comes: mean no preload / mean',
    'mean compression off, over it as it comes: mean uncompressed / mean',
    'mean on the Node of meteor (22.22.0), over it as it comes: mean node of meteor / mean',
    'meteor over mean, as they come: meteor / mean',
    'meteor over mean, both without the preload: meteor no preload / mean no preload',
    'meteor over mean, compression off on both: meteor uncompressed / mean uncompressed',
    'meteor over mean, on one Node: meteor / mean node of meteor',
    'meteor over mean, like with like: meteor ddp uncompressed / mean uncompressed node of meteor',
    'meteor NO_MERGE over mean: meteor NO_MERGE / mean',
  ]);
});

test('control: of two modes of a stack each is compared under its own name', () => {
  const changestream = { ...meteor, key: 'meteor changestream', mode: 'changestream' };
  const bases = [meteor, changestream, mean];
  const plan = control(options('--control'), bases, [choices.meteor, choices.mean], setting);
  const between = plan.comparisons.filter(({ title }) => /both|as they come|one Node/.test(title ?? ''));
  expect(between.map(({ a, b }) => `${a} / ${b}`)).toEqual(
    ['meteor / meteor changestream', 'meteor / mean', 'meteor changestream / mean'].flatMap((pair) => [
      pair,
      pair.replace(/( \/ |$)/g, ' no preload$1'),
      pair.replace(/( \/ |$)/g, ' uncompressed$1'),
    ]),
  );
});

test('control: what two comparisons need is run once', () => {
  const bases = [mean, { ...mean, key: 'smallest', stack: 'smallest' }];
  const stacks = [choices.mean, { ...choices.mean, name: 'smallest' }];
  const plan = control(options('--control', '--scenarios', 'fan-out'), bases, stacks, setting);
  const keys = plan.contestants.map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)]);
  expect(plan.comparisons.at(-1)).toMatchObject({ a: 'mean uncompressed', b: 'smallest uncompressed' });
});

test('control: a Node that cannot run it is named with the reason', () => {
  const reason = 'Node 20 does not strip types';
  const plan = control(options('--control'), [mean], [choices.mean], {
    ...setting,
    otherNode: () => ({ of: 'meteor', version: '20.20.0', runs: false, reason }),
  });
  expect(plan.notRun).toEqual([{ what: 'mean on the Node of meteor', reason }]);
  expect(plan.contestants.map(({ key }) => key)).not.toContain('mean node of meteor');
  // Memory is read from inside, and of a stack against itself.
  const weighed = plan.needed.filter(({ scenario }) => scenario === 'idle-clients').map(({ key }) => key);
  expect(weighed).toEqual(['mean', 'mean (again)']);
});

test('ladder: every mode and transport with both writers and once with w: 1, and the strategies', () => {
  const plan = ladder(options('--ladder', '--rounds', '1'), [choices.meteor, choices.mean], {
    ...setting,
    missingMode: (_, mode) => (mode === 'changestream' && _ === 'meteor' ? 'from 3.5 on' : null),
  });
  const rungs = (name: string) => [name, `${name} writer:database`, `${name} w:1`];
  expect(plan.contestants.map(({ key }) => key)).toEqual([
    ...rungs('meteor'),
    ...rungs('meteor ddp'),
    ...rungs('meteor polling'),
    ...rungs('meteor polling ddp'),
    'meteor NO_MERGE',
    ...rungs('mean'),
    ...rungs('mean emit'),
  ]);
  expect(plan.notRun).toEqual([{ what: 'meteor changestream', reason: 'from 3.5 on' }]);
  expect(plan.comparisons).toContainEqual({
    title: 'mean emit w:1, over mean as it comes',
    a: 'mean emit w:1',
    b: 'mean',
  });
  expect(plan.comparisons.some(({ a }) => a === 'meteor' || a === 'mean')).toBe(false);
  const weighed = play(plan, (one, number) => found(one, number, 10)).filter(({ kind }) => kind === 'memory');
  expect([...new Set(weighed.map(({ contestant }) => contestant.key))]).toEqual([
    'meteor',
    'meteor NO_MERGE',
    'mean',
  ]);
});

test('control and ladder: a void round is run again, once, in its pair', () => {
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

test('control and ladder: what the machine alone made void is run again until it has calmed down, what the app did once', () => {
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

test('control and ladder: on a machine that is busy for good nothing is repeated for ever', () => {
  const plan = ladder(options('--ladder', '--scenarios', 'fan-out'), [choices.mean], setting);
  const planned = play(plan, (one, number) => found(one, number, 10, { verdict: 'void' }));
  expect(planned).toHaveLength((plan.total ?? 0) + 2);
});

test('ladder: it is longer than Meteor takes to poll until what has not come is lost', () => {
  const plan = ladder(options('--ladder', '--modes', 'polling'), [choices.meteor], setting);
  expect(plan.contestants.map(({ key }) => key)).toEqual([
    'meteor',
    ...['meteor polling', 'meteor polling writer:database', 'meteor polling w:1'],
    ...['meteor polling ddp', 'meteor polling ddp writer:database', 'meteor polling ddp w:1'],
    'meteor NO_MERGE',
  ]);
  const drains = play(plan, (one, number) => found(one, number, 10)).flatMap((one) =>
    one.kind === 'deliveries' ? [one.load.drain_s] : [],
  );
  expect(Math.min(...drains)).toBeGreaterThan(10);
});

test('instances: each number in ABBA order, then each mode apart, then the most with one that is killed', () => {
  const stacks = [choices.meteor, choices.mean];
  const given = options('--instances', '1,2,4', '--rounds', '2');
  const only = {
    ...setting,
    missingMode: (_: string, mode: string) => (mode === 'polling' ? 'not here' : null),
  };
  const plan = instances(given, both, stacks, only);
  const planned = play(plan, (one, number) => found(one, number, 10));
  const there = both.flatMap(({ key }) => [key, `${key} 2 instances`, `${key} 4 instances`]);
  const [first, second] = [planned.slice(0, 6), planned.slice(6, 12)];
  expect(ids(first).toSorted()).toEqual(there.toSorted());
  expect(ids(second)).toEqual(ids(first).toReversed());
  expect(ids(planned.filter(({ pair }) => pair === 1)).slice(6)).toEqual([
    'meteor 2 instances apart',
    'meteor changestream 2 instances apart',
    'mean 2 instances apart',
    'mean emit 2 instances apart',
    'meteor 4 instances one killed',
    'mean 4 instances one killed',
  ]);
  expect(plan.notRun).toEqual([{ what: 'meteor polling', reason: 'not here' }]);
  // What polls is late, not lost.
  const drains = planned.map((one) =>
    one.kind === 'deliveries' ? [one.contestant.key, one.load.drain_s] : [],
  );
  expect(new Map(drains as [string, number][]).get('mean emit 2 instances apart')).toBe(11);
  expect(new Map(drains as [string, number][]).get('mean 4 instances')).toBe(3);
  expect(plan.total).toBe(planned.length);
  expect(plan.needed.every(({ rounds }) => rounds === 2)).toBe(true);
  expect(plan.comparisons.map(({ a, b }) => `${a} / ${b}`)).toEqual([
    'meteor / mean',
    'meteor 2 instances / mean 2 instances',
    'meteor 4 instances / mean 4 instances',
    'meteor 2 instances / meteor',
    'mean 2 instances / mean',
    'meteor 4 instances / meteor',
    'mean 4 instances / mean',
  ]);
});

test('instances: what each server transport can carry is all that it is given', () => {
  const carried = { sockjs: ['ddp-sockjs', 'ddp'], uws: ['ddp'] };
  const stacks = Object.entries(carried).map(([name, transports]) => ({
    ...choices.meteor,
    serverTransport: { name, own: 'sockjs' },
    transports,
    defaultTransport: transports[0] as string,
  }));
  const bases = stacks.map((stack) => contestantOf(stack));
  const plan = instances(options('--instances', '2'), bases, stacks, setting);
  const of = (name: string) => plan.contestants.filter(({ variant }) => variant.serverTransport === name);
  expect(new Set(of('uws').map(({ transport }) => transport))).toEqual(new Set(['ddp']));
  expect(of('uws').map(({ mode }) => mode)).toEqual(of('sockjs').map(({ mode }) => mode));
});

test('instances: without one among them nothing is compared with one; modes that were asked for are all there are', () => {
  const given = options('--instances', '2', '--stacks', 'mean', '--modes', 'emit', '--rounds', '6');
  const emit = { ...mean, key: 'mean emit', mode: 'emit' };
  const plan = instances(given, [emit], [choices.mean], setting);
  expect(plan.comparisons).toEqual([]);
  expect(plan.needed.map(({ key, rounds }) => [key, rounds])).toEqual([
    ['mean emit 2 instances', 6],
    ['mean emit 2 instances apart', 2],
    ['mean emit 2 instances one killed', 2],
  ]);
});

import { expect, test } from 'vitest';
import { mean } from '../../../packages/measure/test/results/measured.ts';
import { contestantOf } from '../src/contestants/contestants.ts';
import { instances } from '../src/experiments/instances.ts';
import { parsed as options } from './parsed.ts';
import { both, choices, found, ids, play, setting } from './played.ts';

test('each number in ABBA order, then each mode apart, then the most with one that is killed', () => {
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

test('what each server transport can carry is all that it is given', () => {
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

test('without one among them nothing is compared with one; modes that were asked for are all there are', () => {
  const given = options('--instances', '2', '--stacks', 'mean', '--modes', 'emit', '--rounds', '6');
  const emit = { ...mean, key: 'mean emit', mode: 'emit' };
  const plan = instances(given, [emit], [choices.mean], setting);
  expect(plan.comparisons).toEqual([]);
  expect(plan.needed.map(({ contestant, rounds }) => [contestant, rounds])).toEqual([
    ['mean emit 2 instances', 6],
    ['mean emit 2 instances apart', 2],
    ['mean emit 2 instances one killed', 2],
  ]);
});

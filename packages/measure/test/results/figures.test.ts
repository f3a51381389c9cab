import type { Slope } from '@meteor-vs-mean/stats';
import { expect, test } from 'vitest';
import { everyPair, pairsOverFloors } from '../../src/results/comparison.ts';
import { type AppContestant, type Audience, asItComes } from '../../src/results/contestant.ts';
import { costOf } from '../../src/results/cost.ts';
import { type Figure, type SlopeFigure, valueIn } from '../../src/results/figure.ts';
import { costsOfClient, deliveryFigures, figureNamed, figuresIn } from '../../src/results/figures.ts';
import { delivery, mean, memory, meteor } from './measured.ts';

const all = [...deliveryFigures, ...costsOfClient(0), ...costsOfClient(100)];

test('a figure is found by its name, and no two share a name or a page’s name', () => {
  for (const figure of all) expect(figureNamed(figure.name)).toMatchObject({ page: figure.page });
  for (const of of ['name', 'page', 'label'] as const) {
    expect(new Set(all.map((figure) => figure[of])).size, of).toBe(all.length);
  }
  expect(figureNamed('p12_ms')).toBeUndefined();
  expect(figureNamed('heap_bytes_per_client_25')).toMatchObject({ documents: 25, page: 'heap-25' });
});

test('its value in a round: beyond the drain is null, what the round doesn’t have is undefined', () => {
  const lost = delivery(meteor, 1, 10, { p99_ms: null, mongodCpu_ms_per_1000: null }).round;
  const held = memory(mean, 100, 1500).round;
  const of = (name: string) => [lost, held].map((round) => valueIn(round, figureNamed(name) as never));
  expect(of('p50_ms')).toEqual([10, undefined]);
  expect(of('p99_ms')).toEqual([null, undefined]);
  expect(of('mongodCpu_ms_per_1000')).toEqual([undefined, undefined]);
  expect(of('heap_bytes_per_client_100')).toEqual([undefined, expect.closeTo(1500)]);
  expect(of('heap_bytes_per_client_0')).toEqual([undefined, undefined]);
});

test('rounds have a cost of a client for each number of documents, fewest first', () => {
  const rounds = [memory(mean, 100, 1).round, memory(mean, 0, 1).round, delivery(mean, 1, 1).round];
  const names = figuresIn(rounds).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('heap'))).toEqual([
    'heap_bytes_per_client_0',
    'heap_bytes_per_client_100',
  ]);
});

test('contestants are compared each over every later one, and past ten ratios no more', () => {
  const keys = (...names: string[]) => names.map((key) => ({ key }));
  const named = (contestants: { key: string }[]) => everyPair(contestants).map(({ a, b }) => `${a}/${b}`);
  expect(named(keys('a'))).toEqual([]);
  expect(named(keys('a', 'b'))).toEqual(['a/b']);
  expect(named(keys('a', 'b', 'c'))).toEqual(['a/b', 'a/c', 'b/c']);
  expect(named(keys('a', 'b', 'c', 'd', 'e', 'f'))).toHaveLength(10);
});

test('contestants are compared with those of the same audience alone', () => {
  const to = (audience: Audience, ...names: string[]) =>
    names.map((key) => ({ key, variant: { ...asItComes, audience } }));
  const pairs = everyPair([...to('one', 'a', 'b'), ...to('own', 'a own', 'b own')]);
  expect(pairs.map(({ a, b }) => `${a}/${b}`)).toEqual(['a/b', 'a own/b own']);
});

test('a floor is compared with its own app alone, the app over it', () => {
  const of = (stack: string) => ({ ...mean, key: stack, stack });
  const contestants = ['meteor', 'floor of mean', 'mean', 'floor of meteor'].map(of);
  const floorOf = (stack: string) => /^floor of (.*)/.exec(stack)?.[1];
  expect(pairsOverFloors(contestants, floorOf).map(({ a, b }) => `${a} / ${b}`)).toEqual([
    'meteor / mean',
    'meteor / floor of meteor',
    'mean / floor of mean',
  ]);
});

test('an app without guards is compared with itself as it comes, with its floor and with others without guards', () => {
  const without = (one: AppContestant) => ({
    ...one,
    key: `${one.key} without guards`,
    variant: { ...one.variant, guards: false },
  });
  const own = { ...mean, key: 'mean own', variant: { ...mean.variant, audience: 'own' as const } };
  const floor = { ...mean, key: 'smallest', stack: 'smallest' };
  const floorOf = (stack: string) => (stack === 'smallest' ? 'mean' : undefined);
  const pairs = pairsOverFloors([meteor, without(meteor), mean, without(mean), floor, own], floorOf);
  expect(pairs.map(({ a, b }) => `${a} / ${b}`)).toEqual([
    'meteor / meteor without guards',
    'meteor / mean',
    'meteor without guards / mean without guards',
    'mean / mean without guards',
    'mean / smallest',
    'mean without guards / smallest',
  ]);
});

test('CPU has a figure per write as well, for any number of subscribers', () => {
  const figure = figureNamed('appCpu_ms_per_write') as Figure;
  const app = { cpu_ms: 50, waiting_ms: 0, rss_bytes: 0 };
  expect(valueIn(delivery(mean, 1, 8, { app, stored: 20 }).round, figure)).toBe(2.5);
  expect(valueIn(delivery(mean, 1, 8, { app: null, stored: 20 }).round, figure)).toBeUndefined();
});

test.each([
  ['heap', { slope: 40, low: 35 }, null],
  ['heap', { slope: 40, low: -5 }, 'flat'],
  ['heap', { slope: 40, low: null }, null],
  ['heap', { slope: -40, low: null }, 'flat'],
  ['heap', { slope: 40, low: 35, straight: false }, 'no-line'],
  ['idleCpu', { slope: -40, low: -50 }, 'flat'],
  ['rss', { slope: 40_000, low: 30_000 }, 'small-steps'],
  ['rss', { slope: -400_000, low: null }, 'small-steps'],
  ['rss', { slope: 60_000, low: 50_000 }, null],
] as const)('%s with a line of %o may be quoted, or the reason why not is: %s', (line, of, untold) => {
  const fitted = { straight: true, ...of } as Slope;
  const none = { documents: 0, starts: 1, steps: [0, 100, 200], heap: null, rss: null, idleCpu: null };
  const figure = costsOfClient(0).find((one) => one.line === line) as SlopeFigure;
  expect(costOf({ memory: [{ ...none, [line]: fitted }] }, figure)?.untold).toBe(untold);
  expect(costOf({ memory: [none] }, figure)).toBeNull();
});

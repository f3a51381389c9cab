import { expect, test } from 'vitest';
import { countedOf } from '../../src/results/counted.ts';
import type { Measured } from '../../src/results/measured.ts';
import { delivery, mean, memory, meteor } from './measured.ts';

const compared = [{ title: null, a: 'meteor', b: 'mean' }];
const [broken, busy] = [{ verdict: 'void' }, { verdict: 'noisy' }] as const;
const placesOf = (measured: readonly Measured[]) =>
  measured.map(({ round }) => [round.contestant, round.pair]);
const pairOf = (pair: number) => [delivery(meteor, pair, 20), delivery(mean, pair, 10)];
/** The round, of another contestant. */
const as = (key: string, { round, ...rest }: Measured): Measured => ({
  ...rest,
  round: { ...round, contestant: key },
});

test('a void round drops its partner’s of the same pair, and the pair is counted by whose round was void', () => {
  const rounds = [
    ...pairOf(1),
    delivery(meteor, 2, 20, broken),
    delivery(mean, 2, 10),
    delivery(meteor, 3, 20),
    delivery(mean, 3, 10, broken),
    delivery(meteor, 4, 20, broken),
    delivery(mean, 4, 10),
  ];
  const { counted, dropped } = countedOf(rounds, compared);
  expect(placesOf(counted)).toEqual([
    ['meteor', 1],
    ['mean', 1],
  ]);
  expect(dropped).toEqual([
    { contestant: 'meteor', load: 'fan-out', pairs: 2 },
    { contestant: 'mean', load: 'fan-out', pairs: 1 },
  ]);
});

test('a noisy round counts, and so does its partner', () => {
  const rounds = [...pairOf(1), delivery(meteor, 2, 20, busy), delivery(mean, 2, 10, busy)];
  expect(countedOf(rounds, compared)).toEqual({ counted: rounds, dropped: [] });
});

test('a void round that was run again drops nothing', () => {
  const rounds = [delivery(meteor, 1, 20, broken), ...pairOf(1)];
  const { counted, dropped } = countedOf(rounds, compared);
  expect(counted).toEqual(rounds.slice(1));
  expect(dropped).toEqual([]);
});

test('contestants that aren’t compared with it, another load and another pair keep their rounds', () => {
  const kept = [
    as('mean own', delivery(mean, 1, 10)),
    delivery(mean, 1, 10, { load: 'crowd' }),
    delivery(mean, 2, 10),
  ];
  const { counted, dropped } = countedOf(
    [delivery(meteor, 1, 20, broken), delivery(mean, 1, 10), ...kept],
    compared,
  );
  expect(counted).toEqual(kept);
  expect(dropped).toEqual([{ contestant: 'meteor', load: 'fan-out', pairs: 1 }]);
});

test('starts that measured memory are no pairs: a void one drops itself alone', () => {
  const [one, other] = [memory(meteor, 100, 40_000), memory(mean, 100, 40_000)];
  const voided = { round: { ...one.round, verdict: 'void' as const } };
  expect(countedOf([voided, other], compared)).toEqual({ counted: [other], dropped: [] });
});

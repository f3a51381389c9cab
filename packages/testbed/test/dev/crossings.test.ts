import { expect, test } from 'vitest';
import { type Crossing, Crossings } from '../../src/dev/crossings.ts';
import type { Sighting } from '../../src/dev/sighting.ts';

const sides = ['meteor', 'mean'] as const;
const todo = (text: string): Sighting => ({
  collection: 'todos',
  id: 'a',
  event: 'added',
  fields: { text, listId: 'l' },
  cleared: [],
});
const marked = (done: boolean): Sighting => ({ ...todo(''), event: 'changed', fields: { done } });

function collect(hasStored: boolean): { crossings: Crossings; told: Crossing[] } {
  const told: Crossing[] = [];
  return { crossings: new Crossings(sides, hasStored, (crossing) => told.push(crossing)), told };
}

test('a write of ours counts from when it was sent, by one clock', () => {
  const { crossings, told } = collect(true);
  crossings.sent('meteor', todo('Milk'), 1_000_000n);
  crossings.stored(todo('Milk'), Date.now());
  crossings.seen('mean', todo('Milk'), 4_500_000n);
  expect(told).toEqual([]);
  crossings.seen('meteor', todo('Milk'), 9_000_000n);
  expect(told).toMatchObject([
    {
      what: 'Todo added: Milk',
      through: 'meteor',
      since: 'sent',
      after_ms: { mean: 3.5, meteor: 8 },
      apart_ms: 4.5,
    },
  ]);
  crossings.stop();
});

test("somebody's write counts from MongoDB's time, and waits for it", () => {
  const { crossings, told } = collect(true);
  const now_ns = process.hrtime.bigint();
  const now_ms = Date.now();
  crossings.seen('meteor', marked(true), now_ns);
  crossings.seen('mean', marked(true), now_ns + 2_250_000n);
  expect(told).toEqual([]);
  crossings.stored(marked(true), now_ms - 10);
  expect(told).toMatchObject([{ what: 'Todo marked as done', since: 'stored', apart_ms: 2.25 }]);
  const { meteor = 0, mean = 0 } = told[0]?.after_ms ?? {};
  // Two roundings of two clocks: a millisecond each way.
  expect(Math.abs(meteor - 10)).toBeLessThanOrEqual(1);
  expect(Math.abs(mean - 12)).toBeLessThanOrEqual(1);
  crossings.stop();
});

test("without MongoDB's clock only the time between the two is shown", () => {
  const { crossings, told } = collect(false);
  crossings.seen('mean', marked(true), 1_000_000n);
  crossings.seen('meteor', marked(true), 3_000_000n);
  expect(told).toMatchObject([{ since: 'first', after_ms: { mean: 0, meteor: 2 }, apart_ms: 2 }]);
  crossings.stop();
});

test('the same change made again is another one; a different one is never taken for it', () => {
  const { crossings, told } = collect(false);
  crossings.seen('mean', marked(true), 1n);
  crossings.seen('mean', marked(false), 2n);
  crossings.seen('mean', marked(true), 3_000_000n);
  crossings.seen('meteor', marked(false), 4n);
  expect(told.map(({ what }) => what)).toEqual(['Todo marked as not done']);
  crossings.seen('meteor', marked(true), 5n);
  crossings.seen('meteor', marked(true), 3_000_000n);
  expect(told.map(({ apart_ms }) => apart_ms)).toEqual([0, 0, 0]);
  crossings.stop();
});

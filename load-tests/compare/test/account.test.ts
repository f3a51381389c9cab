import { Groups, type Run } from 'artillery-engine-pubsub';
import { expect, test } from 'vitest';
import { settle } from '../src/rounds/account.ts';
import { whyGivenUp } from '../src/rounds/delivery-account.ts';

/** Rows of bits, from lists of the writes that each subscriber saw. */
function bits(writes: number, ...seen: number[][]) {
  const rows = seen.map((numbers) => {
    const row = new Uint8Array(Math.ceil(writes / 8));
    for (const write of numbers) row[write >> 3] = (row[write >> 3] as number) | (1 << (write & 7));
    return row;
  });
  return { groups: new Groups(writes, 1), subscribers: rows.map((bits) => ({ group: 0, bits })) };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

test('what MongoDB holds is owed to every subscriber', () => {
  expect(settle(bits(20, range(0, 20), range(0, 20)), range(0, 20))).toEqual({
    expected: 40,
    delivered: 40,
    lost: 0,
    superseded: 0,
    unexpected: 0,
  });
});

test('a write that was stored and did not reach one subscriber is lost', () => {
  expect(settle(bits(20, range(0, 20), range(0, 19)), range(0, 20))).toMatchObject({
    delivered: 39,
    lost: 1,
  });
});

test('a write that was never stored is owed to nobody, and unexpected if it comes', () => {
  expect(settle(bits(10, range(0, 10), range(0, 9)), range(0, 9))).toEqual({
    expected: 18,
    delivered: 18,
    lost: 0,
    superseded: 0,
    unexpected: 1,
  });
});

test('in a window, what fell out before it was seen is superseded; what the window still shows is lost', () => {
  const seen = range(0, 100).filter((write) => write !== 10 && write !== 95);
  expect(settle(bits(100, seen), range(0, 100), 50)).toMatchObject({ delivered: 98, superseded: 1, lost: 1 });
});

test('no subscriber, nothing owed', () => {
  expect(settle(bits(5), range(0, 5)).expected).toBe(0);
});

test('a write into one list is owed to those who watch that list, and to nobody else', () => {
  // Writes 0, 2, 4 belong to group 0 and 1, 3 to group 1; each bit is at the place of its write in its group.
  const groups = new Groups(5, 2);
  const subscribers = [
    { group: 0, bits: Uint8Array.of(0b111) },
    { group: 1, bits: Uint8Array.of(0b01) },
  ];
  expect(settle({ groups, subscribers }, range(0, 5))).toMatchObject({ expected: 5, delivered: 4, lost: 1 });
  expect(settle({ groups, subscribers }, [0, 1, 3])).toMatchObject({
    expected: 3,
    delivered: 2,
    lost: 1,
    unexpected: 2,
  });
});

test('the engine’s code tells subscribers that were not served in time from a generator that failed', () => {
  const runs = (failure?: Run['void']) => [{ void: undefined }, { void: failure }] as Run[];
  const reason = '5 of 9 subscribers had their snapshots after 60 s';
  expect(whyGivenUp('artillery ended', runs({ code: 'not-ready', reason, by: 'app' }))).toEqual({
    generatorFailed: null,
    notReady: reason,
  });
  expect(whyGivenUp('(not-ready)', runs({ code: 'writers', reason: '', by: 'app' }))).toEqual({
    generatorFailed: '(not-ready)',
    notReady: null,
  });
  expect(whyGivenUp(null, runs())).toEqual({ generatorFailed: null, notReady: null });
});

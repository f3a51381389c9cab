import { expect, test } from 'vitest';
import { isDeepOrForged, Sent } from '../src/messages.ts';

const limits = { calls: { count: 4, per_ms: 60_000 }, subscriptions: { count: 3 }, refusals: 3 };

test('a connection may send twice its allowance, and a long message counts as several', () => {
  const sent = new Sent(limits);
  expect(Array.from({ length: 21 }, () => sent.count(10))).toEqual([...Array(20).fill(true), false]);
  const long = new Sent(limits);
  expect([95_000, 95_000, 95_000, 95_000].map((length) => long.count(length))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('finds deep nesting and fields that copies lose, without recursion', () => {
  const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
  expect(isDeepOrForged({ params: [{ _id: 'a', createdAt: { $date: 1 } }] })).toBe(false);
  expect(isDeepOrForged(nested(50))).toBe(false);
  expect(isDeepOrForged(nested(51))).toBe(true);
  expect(isDeepOrForged(nested(4000))).toBe(true);
  expect(isDeepOrForged(JSON.parse('{"params":[{"__proto__":{}}]}'))).toBe(true);
});

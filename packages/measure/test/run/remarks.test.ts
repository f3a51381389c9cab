import { expect, test } from 'vitest';
import { judge, type Remarkable, remarkRules } from '../../src/run/index.ts';

const unremarkable: Remarkable = {
  expected: 1000,
  lost: 0,
  duplicated: 0,
  reordered: 0,
  unexpected: 0,
  witnesses: { checked: 3, differing: 0 },
  eventLoop: { p50_ms: 0.1, p99_ms: 12, max_ms: 80, utilisation: 0.3 },
  app: { cpu_ms: 1000, waiting_ms: 100, rss_bytes: 1e8 },
  window_ms: 5000,
};

test('nothing is said of a round in which nothing happened', () => {
  expect(judge(remarkRules, unremarkable)).toEqual([]);
  expect(judge(remarkRules, { ...unremarkable, eventLoop: null, app: null })).toEqual([]);
});

test.for([
  ['deliveries-lost', { lost: 3 }, '3 of 1000 deliveries didn’t come'],
  ['deliveries-doubled', { duplicated: 2 }, '2 came again'],
  ['order-broken', { reordered: 4 }, '4 came after a later one'],
  ['deliveries-unexpected', { unexpected: 5 }, '5 others came'],
  ['view-differs', { witnesses: { checked: 3, differing: 1 } }, '1 of 3 witnesses differ'],
  [
    'app-stalled',
    { eventLoop: { p50_ms: 0, p99_ms: 0, max_ms: 1040, utilisation: 0 } },
    'it stood still for 1.0 s',
  ],
  ['app-waiting', { app: { cpu_ms: 1, waiting_ms: 300, rss_bytes: 1 } }, '6.0 %'],
] as const)('%s: %j', ([code, what, reading]) => {
  expect(judge(remarkRules, { ...unremarkable, ...what })).toMatchObject([{ code, reading }]);
});

test('the drain does not hide how long the app waited while there was something to do', () => {
  const app = { cpu_ms: 1, waiting_ms: 200, rss_bytes: 1 };
  const writing = { window_ms: 2000, app, generator: null };
  expect(judge(remarkRules, { ...unremarkable, app })).toEqual([]);
  expect(judge(remarkRules, { ...unremarkable, app, writing })).toMatchObject([
    { code: 'app-waiting', reading: '10.0 %' },
  ]);
});

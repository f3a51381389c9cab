import { expect, test } from 'vitest';
import { CallAccount } from '../src/account/call-account.ts';
import { encodeHistogram, Times } from '../src/account/histogram.ts';
import { judge, type Raised, type Search } from '../src/capacity/level.ts';
import type { Users } from '../src/capacity/users.ts';
import type { JourneyFile } from '../src/journey/file.ts';
import type { Run } from '../src/results/results.ts';

/** What so many users of a flow left, each with one call that was answered in a millisecond. */
function runOf(users: number): Run {
  const calls = new CallAccount();
  for (let user = 0; user < users; user++) {
    calls.sent();
    calls.acknowledged(1000);
  }
  return {
    failures: {},
    calls: calls.totals(),
    receivers: [{}],
    subscribers: Array(users).fill({ bits: new Uint8Array() }),
    latency: new Times().histogram,
    disconnects: 0,
    utilisation: 0,
    waiting: 0,
  } as unknown as Run;
}

/** What a journey of 50 users left, with so many deliveries to others of each time. */
function journeyOf(delivered: Record<number, number>, more: Partial<JourneyFile> = {}): Run {
  const times = new Times();
  for (const [time_ms, count] of Object.entries(delivered)) {
    for (let n = 0; n < count; n++) times.record(1000 * Number(time_ms));
  }
  const owed = times.histogram.totalCount;
  const histogram = encodeHistogram(times.histogram);
  const outside = { below: 0, beyond: 0 };
  const journey = {
    users: { arrived: 50, connected: 50, completed: 50 },
    writes: { sent: 50, acknowledged: 50, refused: 0, expected: 0, unanswered: 0 },
    deliveries: { owed, seen: owed, lost: 0, doubled: 0, outOfOrder: 0, excused: 0, unexpected: 0 },
    steps: {
      add: {
        writes: 50,
        delivery: histogram,
        deliveryOutside: outside,
        acknowledged: encodeHistogram(new Times().histogram),
        acknowledgedOutside: outside,
      },
    },
    shortfalls: [],
    ...more,
  };
  return { ...runOf(50), journey } as unknown as Run;
}

const search = { what: 'users' as Raised, limit_ms: 500 } as Search;

const users = (arrived: number, completed = arrived): Users => ({
  ...{ arrived, completed, skipped: 10, flow_s: 5 },
});

test('a level of users is held if all came to their end and all calls were answered', () => {
  expect(judge(search, 50, runOf(70), users(70))).toMatchObject({ verdict: 'passed', owed: 70, lost: 0 });
});

test('users without a call that is answered are held if they came to the end of their flow', () => {
  const run = { ...runOf(50), calls: new CallAccount().totals() };
  expect(judge(search, 50, run, users(50))).toMatchObject({ verdict: 'passed', p99_ms: null, owed: 0 });
  const timeout = {
    code: 'timeout',
    reason: 'flow[1].wait: no "news" in 3 s; nothing came',
    by: 'app' as const,
  };
  expect(judge(search, 50, { ...run, failures: { app: timeout } }, users(50, 47))).toMatchObject({
    verdict: 'failed',
    why: `app: 3 of 50 users failed (${timeout.reason})`,
  });
});

test('users that failed fail their level, however well the others were served', () => {
  expect(judge(search, 50, runOf(58), users(70, 58))).toMatchObject({
    verdict: 'failed',
    why: 'app: 12 of 70 users failed',
    lost: 0,
  });
});

test('a flow that is over too soon never has all users at once', () => {
  expect(() => judge(search, 50, runOf(70), { ...users(70), skipped: 0 })).toThrow(/needs think steps/);
});

test('a level of a journey is held by what others wait for its writes, and by its account', () => {
  expect(judge(search, 50, journeyOf({ 100: 999, 900: 1 }), users(50))).toMatchObject({
    verdict: 'passed',
    owed: 1000,
    lost: 0,
  });
  expect(judge(search, 50, journeyOf({ 100: 900, 900: 100 }), users(50))).toMatchObject({
    verdict: 'failed',
    why: 'app: p99 of 900 ms, the limit is 500 ms',
  });
  const doubled = { code: 'deliveries-doubled', by: 'app', reason: '3 deliveries came once more' } as const;
  expect(judge(search, 50, journeyOf({ 100: 1000 }, { shortfalls: [doubled] }), users(50))).toMatchObject({
    verdict: 'failed',
    why: 'app: 3 deliveries came once more',
  });
  const nothing = { code: 'nothing-owed', by: 'script', reason: 'no delivery is owed' } as const;
  expect(() => judge(search, 50, journeyOf({}, { shortfalls: [nothing] }))).toThrow('no delivery is owed');
});

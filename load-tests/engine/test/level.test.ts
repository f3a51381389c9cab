import { expect, test } from 'vitest';
import { CallAccount } from '../src/call-account.ts';
import { judge, type Raised, type Search } from '../src/capacity/level.ts';
import type { Users } from '../src/capacity/users.ts';
import { Times } from '../src/histogram.ts';
import type { Run } from '../src/results.ts';

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

const search = { what: 'users' as Raised, limit_ms: 500 } as Search;

const users = (arrived: number, completed = arrived): Users => ({
  ...{ arrived, completed, skipped: 10, flow_s: 5 },
});

test('a level of users is held if all came to their end and all calls were answered', () => {
  expect(judge(search, 50, runOf(70), users(70))).toMatchObject({ verdict: 'passed', owed: 70, lost: 0 });
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

import { expect, test } from 'vitest';
import { CallAccount } from '../src/account/call-account.ts';
import { Times } from '../src/account/histogram.ts';
import { judge, type Raised, type Search } from '../src/capacity/level.ts';
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

const search = { what: 'users' as Raised, limit_ms: 500 } as Search;

test('a level of users is held if all got in and all calls were answered', () => {
  expect(judge(search, 50, runOf(50))).toMatchObject({ verdict: 'passed', owed: 50, lost: 0 });
});

test('users that did not get in fail their level, however well the others were served', () => {
  expect(judge(search, 50, runOf(38))).toMatchObject({
    verdict: 'failed',
    why: 'app: 12 of 50 users did not get in',
    lost: 0,
  });
});

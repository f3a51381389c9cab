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
    completed: users,
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

test('users without a call that is answered are held if they came to the end of their flow', () => {
  const calls = new CallAccount().totals();
  expect(judge(search, 50, { ...runOf(50), calls })).toMatchObject({
    verdict: 'passed',
    p99_ms: null,
    owed: 0,
  });
  const timeout = {
    code: 'timeout',
    reason: 'flow[1].wait: no "news" in 3 s; nothing came',
    by: 'app' as const,
  };
  expect(judge(search, 50, { ...runOf(50), calls, completed: 47, failures: { app: timeout } })).toMatchObject(
    { verdict: 'failed', why: `app: 3 of 50 users did not come to the end of the flow (${timeout.reason})` },
  );
});

test('users that did not get in fail their level, however well the others were served', () => {
  expect(judge(search, 50, runOf(38))).toMatchObject({
    verdict: 'failed',
    why: 'app: 12 of 50 users did not get in',
    lost: 0,
  });
});

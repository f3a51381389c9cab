import { expect, test } from 'vitest';
import { CallAccount } from '../src/account/call-account.ts';
import { StepTimes } from '../src/account/step-times.ts';
import { compileCall } from '../src/steps/call.ts';
import type { VirtualUser } from '../src/users/virtual-user.ts';
import { settingOf } from './compile.ts';

/** Calls an app that answers with this, and matches the answer. */
async function callAndMatch(answer: () => Promise<unknown>) {
  const calls = new CallAccount();
  const steps = new StepTimes({ emit: () => true });
  const user = {
    template: (value: unknown) => value,
    client: async () => ({ call: answer, answers: new Set(), onChange: () => () => {} }),
    calls,
    time: (name: string, run: () => Promise<number | undefined>) => steps.time(name, run),
    session: { sayAnswers: () => {} },
    forgetEvents: () => {},
    events: { emit: () => true },
    context: { vars: {} },
  } as unknown as VirtualUser;
  const spec = { call: { name: 'whoAmI', match: { json: '$.who', value: 'ben' } } };
  const failure = await compileCall(spec, 'flow[0].call', settingOf())(user).catch(({ code }) => code);
  const { acknowledged, refused, unanswered, refusals } = calls.totals();
  return { failure, acknowledged, refused, unanswered, refusals };
}

test('a call with an answer that doesn’t match counts as answered, not as refused', async () => {
  expect(await callAndMatch(async () => ({ who: 'anna' }))).toEqual({
    failure: 'match',
    acknowledged: 1,
    refused: 0,
    unanswered: 0,
    refusals: {},
  });
});

test('a refused call counts once', async () => {
  const refusal = Object.assign(new Error('who are you?'), { code: 'not-found' });
  expect(await callAndMatch(() => Promise.reject(refusal))).toEqual({
    failure: 'not-found',
    acknowledged: 0,
    refused: 1,
    unanswered: 0,
    refusals: { 'not-found': 1 },
  });
});

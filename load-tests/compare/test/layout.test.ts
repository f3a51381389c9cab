import type { AppContestant, Layout } from '@meteor-vs-mean/measure/results';
import type { RunningApp } from '@meteor-vs-mean/testbed/stacks';
import { Groups, type Run } from 'artillery-engine-pubsub';
import { expect, test } from 'vitest';
import { mean } from '../../../packages/measure/test/results/measured.ts';
import { clientsOf, killedAccount } from '../src/rounds/instance-account.ts';
import { rolesOf } from '../src/rounds/layout.ts';

const roles = (count: number, layout?: Layout) => {
  const instances = Array.from({ length: count }, (_, index) => ({
    app: { pid: index } as RunningApp,
    clientUrl: `http://127.0.0.1:${index}`,
  }));
  const variant = { ...mean.variant, ...(layout ? { instances: { count, layout } } : {}) };
  const dealt = rolesOf({ ...mean, variant } as AppContestant, instances);
  const ports = (urls: string[]) => urls.map((url) => Number(new URL(url).port));
  return {
    subscribers: ports(dealt.subscribers),
    writers: ports(dealt.writers),
    idle: dealt.idle?.pid,
    killed: dealt.killed?.app.pid,
    lasting: dealt.lasting.map(({ pid }) => pid),
  };
};

test('who connects to which instance', () => {
  const nobody = { idle: undefined, killed: undefined };
  expect(roles(1)).toEqual({ ...nobody, subscribers: [0], writers: [0], lasting: [0] });
  expect(roles(3, 'idle')).toEqual({
    ...nobody,
    subscribers: [0, 1],
    writers: [0, 1],
    idle: 2,
    lasting: [0, 1, 2],
  });
  expect(roles(2, 'apart')).toEqual({ ...nobody, subscribers: [1], writers: [0], lasting: [0, 1] });
  expect(roles(3, 'killed')).toEqual({
    ...nobody,
    subscribers: [0, 1, 2],
    writers: [0, 1],
    killed: 2,
    lasting: [0, 1],
  });
});

test('the account of a killed instance is of its own clients, and of no others', () => {
  const saw = (...writes: number[]) => {
    const bits = new Uint8Array(1);
    for (const write of writes) bits[0] = (bits[0] as number) | (1 << write);
    return bits;
  };
  const subscribers = [
    { group: 0, target: 0, bits: saw(0, 1) },
    { group: 0, target: 1, bits: saw(0, 1, 2) },
    { group: 0, target: 1, bits: saw(0, 2) },
  ];
  const run = { subscribers, schedule: { due_us: [0, 1, 2], groups: 1 } } as unknown as Run;
  expect(new Groups(3, 1).rowBytes).toBe(1);
  const killed = { app: { pid: 1 } as RunningApp, target: 1 };
  const dealt = { lasting: [], idle: undefined, killed, subscribers: [], writers: [] };
  expect(clientsOf(killed, run)).toBe(2);
  expect(clientsOf(undefined, run)).toBe(0);
  expect(killedAccount(dealt, run, [0, 1, 2], 500)).toEqual({
    killedInstance: { at_ms: 500, clients: 2, expected: 6, delivered: 5, lost: 1 },
  });
  // It ended before that.
  expect(killedAccount(dealt, run, [0, 1, 2], undefined)).toEqual({});
});

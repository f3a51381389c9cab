import { setTimeout as wait } from 'node:timers/promises';
import type { DeliveryRound, KilledInstance } from '@meteor-vs-mean/measure/results';
import { liveHeap_bytes } from '@meteor-vs-mean/testbed/sampler';
import type { RunningApp } from '@meteor-vs-mean/testbed/stacks';
import { groupsOf, type Run } from 'artillery-engine-pubsub';
import { settle } from './account.ts';
import type { Roles } from './layout.ts';
import type { Observed } from './observe.ts';
import { usageBetween } from './usage.ts';

/**
 * Kills an instance, with SIGKILL: its clients hear nothing from it.
 * @param t0_ns when the first write was due, on the clock of process.hrtime.bigint()
 * @param after_ms from then on
 * @returns when it was killed, in milliseconds from then on
 */
export async function killAfter(
  app: RunningApp,
  t0_ns: bigint,
  after_ms: number,
  signal: AbortSignal,
): Promise<number> {
  const since_ms = () => Number(process.hrtime.bigint() - t0_ns) / 1e6;
  await wait(Math.max(0, after_ms - since_ms()), undefined, { signal });
  const killed_ms = since_ms();
  await app.kill();
  return killed_ms;
}

/** How many subscribers a killed instance had, ready before the first write: theirs are the only connections that may be lost. */
export function clientsOf(killed: Roles['killed'], { subscribers }: Run): number {
  return killed ? subscribers.filter(({ target }) => target === killed.target).length : 0;
}

/** What a round says of an instance that serves nobody; empty where none is meant to. */
export async function idleAccount(
  { idle }: Roles,
  { from, to, idleCpu_ms }: Pick<Observed, 'from' | 'to' | 'idleCpu_ms'>,
): Promise<Pick<DeliveryRound, 'idleInstance'>> {
  if (!idle) return {};
  const usage = usageBetween(from?.idle ?? null, to?.idle ?? null);
  if (!usage) return { idleInstance: null };
  // The round is over: a collection disturbs nothing any more.
  const inside = (await idle.probe?.collect().catch(() => null)) ?? null;
  const heap_bytes = inside && liveHeap_bytes(inside);
  return { idleInstance: { ...usage, cpu_ms: idleCpu_ms ?? usage.cpu_ms, heap_bytes } };
}

/**
 * What was owed to the clients of a killed instance over the whole round, and what came; empty where none was killed.
 * @param stored numbers of the writes that MongoDB holds
 * @param killed_ms since the first write was due; undefined: it didn't come to that
 */
export function killedAccount(
  { killed }: Roles,
  run: Run,
  stored: readonly number[],
  killed_ms: number | undefined,
): Pick<DeliveryRound, 'killedInstance'> {
  if (!killed || killed_ms === undefined) return {};
  const subscribers = run.subscribers.filter(({ target }) => target === killed.target);
  const { expected, delivered, lost } = settle({ groups: groupsOf(run), subscribers }, stored);
  const killedInstance: KilledInstance = {
    at_ms: killed_ms,
    clients: subscribers.length,
    expected,
    delivered,
    lost,
  };
  return { killedInstance };
}

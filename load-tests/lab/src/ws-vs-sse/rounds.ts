import { setTimeout as wait } from 'node:timers/promises';
import type { Sample } from '../experiment.ts';
import type { LabTestbed } from '../testbed.ts';
import { type Clients, type Ends, openEnds } from './ends.ts';
import { batchOf, type Sent } from './sender.ts';
import { measureStep, type Outcome, type Span, type Step, settle } from './step.ts';
import type { PushTarget } from './target.ts';

export interface Climb {
  /** Every client is asked these. */
  steps: readonly Step[];
  span: Span;
  /** What rises from step to step. */
  what: 'batch' | 'connections';
  /** How often it is doubled after the last step, as long as all that is offered is taken. */
  doublings: number;
}

/** Climbs: one step after the other on the same connections, and finds the one with the most events a second. */
export async function playClimb(target: PushTarget, testbed: LabTestbed, climb: Climb): Promise<Sample> {
  const { steps, span, what, doublings } = climb;
  await using ends = await openEnds(target, testbed);
  const outcomes: Outcome[] = [];
  const play = async (step: Step) => {
    // The first also compiles what is hot.
    const warm_ms = span.warm_ms * (outcomes.length === 0 ? 3 : 1);
    const outcome = await measureStep(ends, step, { ...span, warm_ms }, testbed.signal);
    outcomes.push(outcome);
    return outcome;
  };
  let last: Outcome | undefined;
  for (const step of steps) last = await play(step);
  for (let doubling = 0; doubling < doublings && last; doubling += 1) {
    const step = beyond(last, what, target);
    if (!step) break;
    last = await play(step);
  }
  const most = outcomes.reduce((best, one) => (one.events_per_s > best.events_per_s ? one : best));
  // Before bytes are counted: that takes another connection.
  const wire = what === 'batch' ? await countBytes(ends, testbed) : { figures: {}, accounts: [] };
  return {
    figures: {
      ...figuresOf(most),
      best_at: most.step[what],
      left_percent: last ? 100 * leftOf(last) : null,
      ...Object.fromEntries(
        outcomes.map(({ step, events_per_s }) => [`events_at_${step[what]}`, events_per_s]),
      ),
      ...wire.figures,
    },
    accounts: [...(await accountsOf(ends, outcomes, testbed)), ...wire.accounts],
  };
}

/** More than this share of what was due has to be left for a load to be more than is taken. */
const notTaken = 0.05;
const leftOf = ({ skipped, missed }: Outcome): number => skipped + missed;

/** The next step where all of the last was taken: twice as much, as far as the client opens connections. */
function beyond(last: Outcome, what: Climb['what'], { most }: PushTarget): Step | undefined {
  const { step } = last;
  if (leftOf(last) > notTaken) return undefined;
  if (what === 'batch') return { ...step, batch: step.batch * 2 };
  return step.connections >= most
    ? undefined
    : { ...step, connections: Math.min(step.connections * 2, most) };
}

export interface Steady extends Clients {
  step: Step;
  span: Span;
  /** Whether its rate is a load to be carried, or just more than can be. */
  isGiven: boolean;
}

/** One step, for longer. */
export async function playStep(
  target: PushTarget,
  testbed: LabTestbed,
  { step, span, isGiven, ...clients }: Steady,
): Promise<Sample> {
  const { tabs = 1 } = clients;
  await using ends = await openEnds(target, testbed, clients);
  const outcome = await measureStep(ends, step, span, testbed.signal);
  const asked_per_s = (tabs * step.connections * step.batch * 1000) / step.interval_ms;
  return {
    figures: figuresOf(outcome),
    accounts: await accountsOf(ends, [outcome], testbed),
    ...(isGiven ? { carried: { asked_per_s, events_per_s: outcome.events_per_s } } : {}),
  };
}

function figuresOf(outcome: Outcome): Sample['figures'] {
  const { events_per_s, client_cpu, tabs_cpu, server_cpu, skipped, missed, opened } = outcome;
  const per1000 = (per_s: number | null) =>
    per_s === null || events_per_s === 0 ? null : (1000 * per_s) / events_per_s;
  const each = (cpu: number) => (events_per_s === 0 ? null : (cpu * 1e7) / events_per_s);
  return {
    events_per_s,
    client_cpu,
    tabs_cpu,
    server_cpu,
    client_us_per_1000: each(client_cpu),
    server_us_per_1000: each(server_cpu),
    client_switches_per_1000: per1000(outcome.client_switches_per_s),
    server_switches_per_1000: per1000(outcome.server_switches_per_s),
    skipped,
    missed,
    connections: opened.seen,
  };
}

async function accountsOf(
  ends: Ends,
  outcomes: readonly Outcome[],
  { signal }: LabTestbed,
): Promise<Sample['accounts']> {
  const { sent, received } = await settle(ends, signal);
  return [
    { what: 'batches', owed: sent.batches, seen: received.batches },
    { what: 'characters', owed: sent.chars, seen: received.chars },
    ...outcomes.map(({ step, opened }) => ({
      what: `connections, of ${step.connections} asked for`,
      ...opened,
    })),
  ];
}

/** Few, on one connection, through a relay that counts bytes. */
const batch = 50;
const times = 20;

/** Bytes of both directions for the batches alone, without what opening takes. */
async function countBytes(ends: Ends, testbed: LabTestbed) {
  const { signal } = testbed;
  const { server, clients, target } = ends;
  const client = clients[0];
  if (!client) throw new Error('there is no client to count the bytes of');
  await client.ask({ do: 'close' });
  while ((await server.ask<Sent>({ do: 'count' })).connections > 0) await wait(10, undefined, { signal });
  const url = new URL(ends.url);
  const relay = await testbed.meter({ host: url.hostname, port: Number(url.port) });
  url.port = String(relay.port);
  await client.ask({ do: 'open', url: url.href, connections: 1, most: 1 });
  const before = relay.counts();
  await server.ask({ do: 'send', batch, times });
  await settle(ends, signal);
  const after = relay.counts();
  const down_bytes = after.down_bytes - before.down_bytes;
  return {
    figures: {
      bytes_per_event: down_bytes / (batch * times),
      up_bytes_per_batch: (after.up_bytes - before.up_bytes) / times,
    },
    accounts:
      target.wire_bytes === null
        ? []
        : [
            {
              what: 'bytes to the client',
              owed: target.wire_bytes(batchOf(batch).length, times),
              seen: down_bytes,
            },
          ],
  };
}

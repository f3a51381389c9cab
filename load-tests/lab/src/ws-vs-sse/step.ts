import { setTimeout as wait } from 'node:timers/promises';
import type { OwnCpu } from '../program-side.ts';
import type { ClientUsage, Ends } from './ends.ts';
import type { Received } from './receiver.ts';
import type { Sent } from './sender.ts';

export interface Step {
  /** A client. */
  connections: number;
  /** Events a batch. */
  batch: number;
  interval_ms: number;
}

export interface Span {
  warm_ms: number;
  measured_ms: number;
}

/** What came of a step. CPU in percent of one core. */
export interface Outcome {
  step: Step;
  events_per_s: number;
  client_cpu: number;
  tabs_cpu: number | null;
  server_cpu: number;
  /** Context switches a second of each end; null where the system doesn't tell. */
  client_switches_per_s: number | null;
  server_switches_per_s: number;
  /** Shares of the batches that were due, but not sent. */
  skipped: number;
  missed: number;
  /** Open at the end, of those that were asked for: all, or as many as the client opens at most. */
  opened: { owed: number; seen: number };
}

const settling_ms = 15_000;

/** Pushes for a while, and looks at both ends in the middle of it; when it returns, all has arrived. */
export async function measureStep(ends: Ends, step: Step, span: Span, signal: AbortSignal): Promise<Outcome> {
  const { server, clients, target, url } = ends;
  const { connections, batch, interval_ms } = step;
  for (const client of clients) await client.ask({ do: 'open', url, connections, most: target.most });
  await server.ask({ do: 'start', batch, interval_ms });
  await wait(span.warm_ms, undefined, { signal });
  const from = await look(ends);
  await wait(span.measured_ms, undefined, { signal });
  const to = await look(ends);
  const stopped = await server.ask<Sent>({ do: 'stop' });
  await settle(ends, signal);
  const sent = to.sent.batches - from.sent.batches;
  const skipped = to.sent.skipped - from.sent.skipped;
  const missed = to.sent.missed - from.sent.missed;
  const due = Math.max(1, sent + skipped + missed);
  const ofClient = (name: keyof ClientUsage, times: number) => {
    const [later, earlier] = [to.client[name], from.client[name]];
    if (later === null || earlier === null) return null;
    return (times * (later - earlier)) / (to.clientAt_ms - from.clientAt_ms);
  };
  const ofServer = (of: (usage: OwnCpu) => number, times: number) =>
    (times * (of(to.serverUsage) - of(from.serverUsage))) / (to.serverAt_ms - from.serverAt_ms);
  return {
    step,
    events_per_s: to.received.reduce((sum, later, index) => {
      const earlier = from.received[index] as Received;
      return sum + ((later.batches - earlier.batches) * batch * 1000) / (later.at_ms - earlier.at_ms);
    }, 0),
    client_cpu: ofClient('all_ms', 100) as number,
    tabs_cpu: ofClient('tabs_ms', 100),
    server_cpu: ofServer(({ user_ms, system_ms }) => user_ms + system_ms, 100),
    client_switches_per_s: ofClient('switches', 1000),
    server_switches_per_s: ofServer(({ switches }) => switches, 1000),
    skipped: skipped / due,
    missed: missed / due,
    opened: { owed: clients.length * Math.min(connections, target.most), seen: stopped.connections },
  };
}

/** One end after the other, each with the time at which it was asked: a busy one answers late. */
async function look(ends: Ends) {
  const { server, clients } = ends;
  const clientAt_ms = performance.now();
  const client = await ends.clientUsage();
  const serverAt_ms = performance.now();
  const serverUsage = await ends.serverUsage();
  const sent = await server.ask<Sent>({ do: 'count' });
  const received = await Promise.all(clients.map((one) => one.ask<Received>({ do: 'count' })));
  return { clientAt_ms, client, serverAt_ms, serverUsage, sent, received };
}

/** Waits until all that was sent has arrived, or too long. */
export async function settle(
  ends: Ends,
  signal: AbortSignal,
): Promise<{ sent: Sent; received: Omit<Received, 'at_ms'> }> {
  const sent = await ends.server.ask<Sent>({ do: 'count' });
  const end_ms = performance.now() + settling_ms;
  for (;;) {
    const each = await Promise.all(ends.clients.map((client) => client.ask<Received>({ do: 'count' })));
    const received = {
      batches: each.reduce((sum, { batches }) => sum + batches, 0),
      chars: each.reduce((sum, { chars }) => sum + chars, 0),
    };
    if (received.batches >= sent.batches || performance.now() > end_ms) return { sent, received };
    await wait(20, undefined, { signal });
  }
}

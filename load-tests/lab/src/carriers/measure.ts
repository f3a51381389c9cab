import { connectProbe, type InsideSample, type Probe, probeEnvironment } from '@meteor-vs-mean/sampler';
import { decodeLatencies, mergeLatencies, percentiles } from '@meteor-vs-mean/stats';
import { makeSchedule } from 'artillery-engine-pubsub';
import { judgeClient } from '../client-rule.ts';
import type { Sample } from '../experiment.ts';
import type { OwnCpu } from '../program-side.ts';
import type { Program, Stage } from '../stage.ts';
import type { Carrier } from './carrier.ts';
import type { Connected, Window } from './client.ts';
import type { Batch } from './message.ts';
import { host } from './node-server.ts';
import { type Pace, paces } from './pace.ts';
import type { Played } from './server-side.ts';

/** What is sent, and how. */
export interface Cargo {
  text_length: number;
  deflate: boolean;
}

/** How long the last delivery may take; what hasn't come then is lost. */
const patience_ms = 10_000;

/** One round: server and clients are started, warmed up, and play one schedule. */
export async function measureCarrier(carrier: Carrier, cargo: Cargo, stage: Stage): Promise<Sample> {
  const pace = paces[stage.size];
  const entry = probeEnvironment('');
  using probes = new DisposableStack();
  probes.defer(() => entry.remove());

  const server = await carrier.start(stage, { deflate: cargo.deflate, env: entry.env });
  const probe = probes.adopt(await connectProbe(entry.socketPath), (opened) => opened.close());
  const empty = await probe.collect();

  const clients = await Promise.all(
    shares(pace).map(async (count) => ({
      count,
      program: await stage.program(new URL('./client.ts', import.meta.url)),
    })),
  );
  const port = server.ready.port as number;
  // In a test the relay's count is held against the sockets'. Otherwise it isn't there: it would cost CPU.
  const relay = stage.size === 'toy' ? await stage.meter({ host, port }) : undefined;
  const connected = await Promise.all(
    clients.map(({ count, program }) =>
      program.ask<Connected>({
        ...{ do: 'connect', target: carrier.key, count, deflate: cargo.deflate },
        ...{ host: relay?.host ?? host, port: relay?.port ?? port },
      }),
    ),
  );
  const { subscribers } = await server.ask<{ subscribers: number }>({ do: 'subscribers' });
  const opened = await probe.collect();

  const programs = clients.map(({ program }) => program);
  const warmUp = await play(
    { tag: 'warmup', seed: stage.seed, span_ms: pace.warmUp_ms },
    programs,
    server,
    cargo,
    pace,
  );
  const before = await probe.collect();
  const relayBefore = relay?.counted().down_bytes ?? 0;
  const main = await play(
    { tag: 'main', seed: stage.seed + 1, span_ms: pace.window_ms },
    programs,
    server,
    cargo,
    pace,
  );
  const relayed = relay && relay.counted().down_bytes - relayBefore;
  const after = await afterwards(probe);

  const { sum } = main;
  const owed = main.messages * pace.subscribers;
  const delivered = sum(({ received }) => received);
  const latencies = mergeLatencies(main.windows.map((window) => decodeLatencies(window.latencies)));
  const { p50_ms, p99_ms } = percentiles(latencies, owed - delivered);
  const agreed = cargo.deflate ? pace.subscribers : 0;
  return {
    figures: {
      down_bytes: sum(({ down_bytes }) => down_bytes) / delivered,
      server_cpu_us: (main.server_cpu_ms * 1000) / delivered,
      client_cpu_us: (sum(({ cpu_ms }) => cpu_ms) * 1000) / delivered,
      kept_bytes: (live(after.collected) - live(before)) / delivered,
      connection_bytes: (live(opened) - live(empty)) / pace.subscribers,
      rss_mb: after.rss_bytes / 1e6,
      opening_bytes: total(connected, ({ bytes }) => bytes) / pace.subscribers,
      latency_p50_ms: p50_ms,
      latency_p99_ms: p99_ms,
      lateness_p99_ms: main.played.lateness_p99_us / 1000,
    },
    accounts: [
      { what: 'subscribers', owed: pace.subscribers, seen: subscribers },
      {
        what: 'subscribers with permessage-deflate',
        owed: agreed,
        seen: total(connected, (one) => one.deflating),
      },
      {
        what: 'deliveries of the warm-up',
        owed: warmUp.messages * pace.subscribers,
        seen: warmUp.sum(({ received }) => received),
      },
      { what: 'deliveries', owed, seen: delivered },
      { what: 'deliveries once more', owed: 0, seen: sum(({ duplicated }) => duplicated) },
      { what: 'deliveries of something else', owed: 0, seen: sum(({ wrong }) => wrong) },
      { what: 'deliveries out of order', owed: 0, seen: sum(({ reordered }) => reordered) },
      ...(relayed === undefined
        ? []
        : [{ what: 'bytes through the relay', owed: relayed, seen: sum(({ down_bytes }) => down_bytes) }]),
    ],
    reasons: judgeClient(Math.max(...main.windows.map(({ busy }) => busy))),
  };
}

/** Plays one schedule, and waits until all of it has come or patience is at its end. */
async function play(
  { tag, seed, span_ms }: { tag: string; seed: number; span_ms: number },
  clients: readonly Program[],
  server: Program,
  { text_length }: Cargo,
  { messages_per_s }: Pace,
) {
  const { due_us } = makeSchedule({
    ...{ seed, rate_per_s: messages_per_s, duration_ms: span_ms },
    ...{ writers: 1, arrivals: 'poisson' },
  });
  const batch: Batch = { tag, seed, count: due_us.length, text_length };
  await server.ask({ do: 'prepare', batch });
  await Promise.all(
    clients.map((client) => client.ask({ do: 'expect', tag, count: due_us.length, text_length })),
  );
  const cpu = await server.ask<OwnCpu>({ do: 'cpu' });
  const played = await server.ask<Played>({ do: 'play', due_us });
  const windows = await Promise.all(
    clients.map((client) => client.ask<Window>({ do: 'received', t0_ns: played.t0_ns, due_us, patience_ms })),
  );
  const cpuAfter = await server.ask<OwnCpu>({ do: 'cpu' });
  return {
    played,
    windows,
    messages: due_us.length,
    server_cpu_ms: cpuAfter.user_ms + cpuAfter.system_ms - cpu.user_ms - cpu.system_ms,
    sum: (of: (window: Window) => number) => total(windows, of),
  };
}

/** What the server holds at the end: as the load left it, and once it is cleared away. */
async function afterwards(probe: Probe): Promise<{ rss_bytes: number; collected: InsideSample }> {
  const { rss_bytes } = await probe.sample();
  return { rss_bytes, collected: await probe.collect() };
}

/** What JavaScript holds, and what Node holds for it outside of its heap: buffers, zlib. */
function live({ heapUsed_bytes, external_bytes }: InsideSample): number {
  return heapUsed_bytes + external_bytes;
}

/** Subscribers of each process of clients. */
function shares({ subscribers, client_processes }: Pace): number[] {
  return Array.from(
    { length: client_processes },
    (_, n) =>
      Math.floor(((n + 1) * subscribers) / client_processes) -
      Math.floor((n * subscribers) / client_processes),
  );
}

function total<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

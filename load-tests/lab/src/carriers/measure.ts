import { decodeLatencies, mergeLatencies, percentiles } from '@meteor-vs-mean/stats';
import { makeSchedule } from 'artillery-engine-pubsub';
import type { Sample } from '../experiment.ts';
import type { LabTestbed } from '../testbed.ts';
import type { Carrier } from './carrier.ts';
import type { Window } from './client.ts';
import { openFanOut, type Payload, type PlayedBatch } from './fan-out.ts';
import { type Pace, paces } from './pace.ts';

/** One round: a server and its clients are started and warmed up, and one schedule is played. */
export async function measureCarrier(
  carrier: Carrier,
  payload: Payload,
  testbed: LabTestbed,
): Promise<Sample> {
  const pace = paces[testbed.size];
  using fanOut = await openFanOut(carrier, payload, pace, testbed);
  const empty_bytes = await fanOut.live_bytes();
  const opened = await fanOut.connect();
  // With its first message a subscriber has what it takes to be sent one, such as zlib's streams.
  const first = await fanOut.play({ tag: 'first', seed: testbed.seed }, [0]);
  const opened_bytes = await fanOut.live_bytes();
  const warmUp = await fanOut.play(
    { tag: 'warmup', seed: testbed.seed },
    schedule(pace, pace.warmUp_ms, testbed.seed),
  );
  const warm_bytes = await fanOut.live_bytes();

  const relayedBefore_bytes = fanOut.relayed_bytes() ?? 0;
  const main = await fanOut.play(
    { tag: 'main', seed: testbed.seed + 1 },
    schedule(pace, pace.window_ms, testbed.seed + 1),
  );
  const relayed_bytes = fanOut.relayed_bytes();
  const rss_bytes = await fanOut.rss_bytes();
  const end_bytes = await fanOut.live_bytes();

  const deliveries = sum(main, ({ received }) => received);
  const owed = main.messages * pace.subscribers;
  const down_bytes = sum(main, (window) => window.down_bytes);
  const latencies = mergeLatencies(main.windows.map((window) => decodeLatencies(window.latencies)));
  const { p50_ms, p99_ms } = percentiles(latencies, owed - deliveries);
  const preliminary = (what: string, played: PlayedBatch) => ({
    what: `deliveries of the ${what}`,
    owed: played.messages * pace.subscribers,
    seen: sum(played, ({ received }) => received),
  });
  return {
    figures: {
      server_cpu_us: (main.server_cpu_ms * 1000) / deliveries,
      down_bytes: down_bytes / deliveries,
      client_cpu_us: (sum(main, ({ cpu_ms }) => cpu_ms) * 1000) / deliveries,
      kept_bytes: (end_bytes - warm_bytes) / deliveries,
      subscriber_bytes: (opened_bytes - empty_bytes) / pace.subscribers,
      rss_mb: rss_bytes / 1e6,
      opening_bytes: opened.bytes / pace.subscribers,
      latency_p50_ms: p50_ms,
      latency_p99_ms: p99_ms,
      lateness_p99_ms: main.lateness_p99_us / 1000,
    },
    accounts: [
      { what: 'subscribers', owed: pace.subscribers, seen: opened.subscribers },
      {
        what: 'subscribers with permessage-deflate',
        owed: payload.deflate ? pace.subscribers : 0,
        seen: opened.deflating,
      },
      preliminary('first message', first),
      preliminary('warm-up', warmUp),
      { what: 'deliveries', owed, seen: deliveries },
      { what: 'deliveries once more', owed: 0, seen: sum(main, ({ duplicated }) => duplicated) },
      { what: 'deliveries of something else', owed: 0, seen: sum(main, ({ wrong }) => wrong) },
      { what: 'deliveries out of order', owed: 0, seen: sum(main, ({ reordered }) => reordered) },
      ...(relayed_bytes === undefined
        ? []
        : [{ what: 'bytes through the relay', owed: relayed_bytes - relayedBefore_bytes, seen: down_bytes }]),
    ],
    clientBusy: Math.max(...main.windows.map(({ busy }) => busy)),
  };
}

/** @returns when each message is due, in microseconds: the same for all carriers */
function schedule({ messages_per_s }: Pace, duration_ms: number, seed: number): number[] {
  return makeSchedule({ seed, rate_per_s: messages_per_s, duration_ms, writers: 1, arrivals: 'poisson' })
    .due_us;
}

function sum({ windows }: PlayedBatch, of: (window: Window) => number): number {
  return windows.reduce((total, window) => total + of(window), 0);
}

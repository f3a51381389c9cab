import { setTimeout as wait } from 'node:timers/promises';
import type { Sample } from '../experiment.ts';
import { ownCpu, type Program } from '../program.ts';
import type { OwnCpu } from '../program-side.ts';
import type { LabTestbed } from '../testbed.ts';
import type { PingPongClient } from './clients.ts';
import type { Counts } from './player.ts';
import type { PingPongServer } from './server.ts';

/** How long a round's parts take. */
export interface Span {
  warm_ms: number;
  measured_ms: number;
  /** Round trips of the second rally, whose bytes are counted. */
  metered: number;
}

/** Both kinds of message are as long as that. */
const text_bytes = 'ping'.length;
/** RFC 6455, 5.2: two bytes of header for such short ones, and a mask of four from clients. */
const frame_bytes = { up: 2 + 4 + text_bytes, down: 2 + text_bytes };

/** One rally for the time that it takes, straight to the server; then one through a relay that counts bytes. */
export async function playRally(
  server: PingPongServer,
  client: PingPongClient,
  span: Span,
  testbed: LabTestbed,
): Promise<Sample> {
  const [serving, playing] = await Promise.all([
    testbed.program(server.file, { runtime: server.runtime }),
    testbed.program(client.file, { runtime: client.runtime }),
  ]);
  const port = serving.ready.port as number;
  const timed = await timedRally(serving, playing, port, span, testbed.signal);
  const metered = await meteredRally(playing, port, span.metered, testbed);
  const received = await serving.ask<number>({ do: 'count' });
  const sent = timed.counts.sent + metered.counts.sent;
  return {
    figures: { ...timed.figures, bytes: metered.bytes / span.metered },
    accounts: [
      { what: 'messages at the server', owed: sent, seen: received },
      {
        what: 'messages at the clients',
        owed: received,
        seen: timed.counts.received + metered.counts.received,
      },
      { what: 'messages that came as text', owed: received, seen: timed.counts.text + metered.counts.text },
      { what: 'bytes', owed: span.metered * 2 * (frame_bytes.up + frame_bytes.down), seen: metered.bytes },
    ],
  };
}

async function timedRally(serving: Program, playing: Program, port: number, span: Span, signal: AbortSignal) {
  const look = async () => {
    const [counts, client, server] = await Promise.all([
      playing.ask<Counts>({ do: 'count' }),
      ownCpu(playing),
      ownCpu(serving),
    ]);
    return { counts, client, server };
  };
  await playing.ask({ do: 'open', port });
  await playing.ask({ do: 'start' });
  await wait(span.warm_ms, undefined, { signal });
  const from = await look();
  await wait(span.measured_ms / 2, undefined, { signal });
  const middle = await playing.ask<Counts>({ do: 'count' });
  await wait(span.measured_ms / 2, undefined, { signal });
  const to = await look();
  const counts = await playing.ask<Counts>({ do: 'stop' });
  await playing.ask({ do: 'close' });
  const roundTrips = to.counts.roundTrips - from.counts.roundTrips;
  const each = (later: OwnCpu, earlier: OwnCpu, kind: keyof OwnCpu) =>
    roundTrips === 0 ? null : (later[kind] - earlier[kind]) / roundTrips;
  const each_us = (later: OwnCpu, earlier: OwnCpu, kind: 'user_ms' | 'system_ms') => {
    const each_ms = each(later, earlier, kind);
    return each_ms === null ? null : each_ms * 1000;
  };
  const both_us = (later: OwnCpu, earlier: OwnCpu) =>
    sum(each_us(later, earlier, 'user_ms'), each_us(later, earlier, 'system_ms'));
  return {
    counts,
    figures: {
      round_trips_per_s: rate(from.counts, to.counts),
      // Steady is 1.
      second_half_over_first: rate(middle, to.counts) / rate(from.counts, middle),
      server_cpu_us: both_us(to.server, from.server),
      server_system_us: each_us(to.server, from.server, 'system_ms'),
      server_switches: each(to.server, from.server, 'switches'),
      client_cpu_us: both_us(to.client, from.client),
      client_system_us: each_us(to.client, from.client, 'system_ms'),
      client_switches: each(to.client, from.client, 'switches'),
    },
  };
}

/** @returns bytes of the frames of both directions, without the handshakes before and the goodbyes after */
async function meteredRally(playing: Program, port: number, roundTrips: number, testbed: LabTestbed) {
  const meter = await testbed.meter({ host: '127.0.0.1', port });
  await playing.ask({ do: 'open', port: meter.port });
  const before = meter.counts();
  const counts = await playing.ask<Counts>({ do: 'play', roundTrips });
  const after = meter.counts();
  await playing.ask({ do: 'close' });
  const bytes = after.up_bytes - before.up_bytes + (after.down_bytes - before.down_bytes);
  return { counts, bytes };
}

const rate = (from: Counts, to: Counts) =>
  ((to.roundTrips - from.roundTrips) / (to.at_ms - from.at_ms)) * 1000;

const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

import { type Link, pingOver, type Shaper, startNetwork } from '@meteor-vs-mean/proxies';
import type { Network } from '@meteor-vs-mean/report';
import type { MongoClient } from 'mongodb';
import type { Between } from './between.ts';

/** A network that is there for a whole run. */
export interface OpenNetwork {
  /** For the manifest. */
  network: Network;
  /** Null: nothing lies between. */
  between: Between | null;
  stop(): Promise<void>;
}

/**
 * Makes the network that was asked for, and proves it: pings over it take what they should, and MongoDB's don't
 * change.
 * @param link null: none
 * @param say gets the proof
 * @throws if it can't be made here, or doesn't do what was asked
 */
export async function openNetwork(
  link: Link | null,
  client: MongoClient,
  say: (line: string) => void,
): Promise<OpenNetwork> {
  if (!link) return { network: loopback, between: null, stop: async () => {} };
  const mongoBefore_ms = await pingMongo(client);
  // What makes the network works on this machine's cores, too: without a delay it shows what it adds itself.
  const own_ms = await alone({ latency_ms: 0, jitter_ms: 0, loss: 0 }, say);
  const shaper = await startNetwork(link, say);
  try {
    const trips = await pingOver(shaper);
    const roundTrip_ms = middle(trips);
    assertAsked(link, trips);
    const mongoAfter_ms = await pingMongo(client);
    const measured = { roundTrip_ms, own_ms, mongoBefore_ms, mongoAfter_ms };
    const network = { by: shaper.by, ...link, measured };
    say(describe(network, measured, trips.length));
    return { network, between: (target) => shaper.open(target), stop: () => shaper.stop() };
  } catch (error) {
    await shaper.stop();
    throw error;
  }
}

/** Nothing between the generator and the apps. */
export const loopback: Network = { by: null, latency_ms: 0, jitter_ms: 0, loss: 0, measured: null };

async function alone(link: Link, say: (line: string) => void): Promise<number> {
  const shaper: Shaper = await startNetwork(link, say);
  try {
    return middle(await pingOver(shaper));
  } finally {
    await shaper.stop();
  }
}

async function pingMongo(client: MongoClient): Promise<number> {
  const trips: number[] = [];
  for (let count = 0; count < 20; count++) {
    const sent_ns = process.hrtime.bigint();
    await client.db('admin').command({ ping: 1 });
    trips.push(Number(process.hrtime.bigint() - sent_ns) / 1e6);
  }
  return middle(trips.sort((a, b) => a - b));
}

/** Nothing may be quicker than what was asked for; how much slower it is on a busy machine is only said. */
function assertAsked({ latency_ms, jitter_ms }: Link, trips: readonly number[]): void {
  const shortest_ms = trips[0] ?? 0;
  const least_ms = 2 * (latency_ms - jitter_ms);
  if (shortest_ms >= least_ms) return;
  throw new Error(
    `The network isn't what was asked for: a ping took ${shortest_ms.toFixed(1)} ms, and can't take less than ${least_ms} ms`,
  );
}

function describe(
  { by, latency_ms, jitter_ms, loss }: Network,
  measured: NonNullable<Network['measured']>,
  pings: number,
): string {
  const { roundTrip_ms, own_ms, mongoBefore_ms, mongoAfter_ms } = measured;
  const asked = [
    `${latency_ms} ms one way`,
    ...(jitter_ms > 0 ? [`give or take ${jitter_ms} ms`] : []),
    ...(loss > 0 ? [`${loss * 100} % lost`] : []),
  ].join(', ');
  return (
    `Network by ${by}: asked for ${asked}; measured ${roundTrip_ms.toFixed(1)} ms for a round trip (middle of ${pings} pings; ` +
    `${own_ms.toFixed(1)} ms without delay). A ping to MongoDB takes ${mongoAfter_ms.toFixed(1)} ms, and took ${mongoBefore_ms.toFixed(1)} ms before`
  );
}

function middle(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

import type { Network } from '@meteor-vs-mean/measure/results';
import { findNetwork, type Link, pingOver, type Shaper, startNetwork } from '@meteor-vs-mean/testbed/network';
import type { MongoClient } from 'mongodb';

/**
 * Puts something between the generator and an app, for one round: a slower network, or a fault that the bench should
 * notice. Only the generator's connections pass it, subscribers' and writers' alike.
 * @param target where the app listens
 * @returns the address that clients use instead, without a slash at its end, and what takes it away
 */
export type Between = (target: {
  host: string;
  port: number;
}) => Promise<{ url: string; close(): Promise<void> }>;

/** A network that is there for a whole run. */
interface OpenNetwork {
  /** For the manifest. */
  network: Network;
  /** Null: nothing lies between. */
  between: Between | null;
  stop(): Promise<void>;
}

/** Finds and starts what makes a network; a test brings its own. */
export interface Makers {
  find: typeof findNetwork;
  start: typeof startNetwork;
  /** A ping may take so much more than the link and its maker do: of the processes at both ends. */
  spare_ms: number;
}

const ours: Makers = { find: findNetwork, start: startNetwork, spare_ms: 10 };
/** What else runs may slow some pings down, but hardly those of every try; a network would. */
const tries = 3;

/**
 * Makes the network that was asked for, and proves it: pings over it take what they should, and MongoDB's don't
 * change.
 * @param link null: none
 * @param say gets the proof
 * @throws if it can't be made here, or doesn't do what was asked
 */
export async function openNetwork(
  link: Link | null,
  client: Pick<MongoClient, 'db'>,
  say: (line: string) => void,
  makers: Makers = ours,
): Promise<OpenNetwork> {
  if (!link) return { network: loopback, between: null, stop: async () => {} };
  const maker = await makers.find(link, say);
  const mongoBefore_ms = await pingMongo(client);
  // What makes the network works on this machine's cores, too: without a delay it shows what it adds itself.
  const own_ms = await alone(() => makers.start({ latency_ms: 0, jitter_ms: 0, loss: 0 }, maker, say));
  const shaper = await makers.start(link, maker, say);
  try {
    const most_ms = mostTrip(link, own_ms, makers.spare_ms);
    const trips = await again(
      () => pingOver(shaper),
      (pings) => middle(pings) <= most_ms,
    );
    const mongoAfter_ms = await again(
      () => pingMongo(client),
      (ping_ms) => ping_ms <= mongoBefore_ms + mostGrowth(link),
    );
    const measured = { roundTrip_ms: middle(trips), own_ms, mongoBefore_ms, mongoAfter_ms };
    assertAsked(link, trips[0] ?? 0, measured, makers.spare_ms);
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

async function alone(start: () => Promise<Shaper>): Promise<number> {
  const shaper = await start();
  try {
    return middle(await pingOver(shaper));
  } finally {
    await shaper.stop();
  }
}

async function pingMongo(client: Pick<MongoClient, 'db'>): Promise<number> {
  const trips: number[] = [];
  for (let count = 0; count < 20; count++) {
    const sent_ns = process.hrtime.bigint();
    await client.db('admin').command({ ping: 1 });
    trips.push(Number(process.hrtime.bigint() - sent_ns) / 1e6);
  }
  return middle(trips.sort((a, b) => a - b));
}

/** The first reading that will do, or the last one. */
async function again<Reading>(read: () => Promise<Reading>, willDo: (one: Reading) => boolean) {
  let one = await read();
  for (let tried = 1; !willDo(one) && tried < tries; tried++) one = await read();
  return one;
}

/** By how much MongoDB's ping may grow. A network that only loses packets says nothing of that. */
function mostGrowth({ latency_ms }: Link): number {
  return latency_ms > 0 ? latency_ms / 2 : Number.POSITIVE_INFINITY;
}

/** Where more is lost, the middle ping may be one that TCP had to send again, which takes 200 ms. */
const mostLost = 0.2;

/** What the middle ping may take. */
function mostTrip({ latency_ms, jitter_ms, loss }: Link, own_ms: number, spare_ms: number): number {
  return loss > mostLost ? Number.POSITIVE_INFINITY : 2 * (latency_ms + jitter_ms) + own_ms + spare_ms;
}

/**
 * Holds a network against what was asked for.
 * @param shortest_ms of the pings over it
 * @throws one line, if they are quicker or slower than that, or if MongoDB is behind it, too
 */
export function assertAsked(
  link: Link,
  shortest_ms: number,
  { roundTrip_ms, own_ms, mongoBefore_ms, mongoAfter_ms }: NonNullable<Network['measured']>,
  spare_ms = ours.spare_ms,
): void {
  const { latency_ms, jitter_ms } = link;
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const least_ms = 2 * (latency_ms - jitter_ms);
  if (shortest_ms < least_ms) {
    throw new Error(
      `The network isn't as requested: a ping took ${ms(shortest_ms)}, and can't take less than ${least_ms} ms`,
    );
  }
  const most_ms = mostTrip(link, own_ms, spare_ms);
  if (roundTrip_ms > most_ms) {
    throw new Error(
      `The network isn't as requested: half of the pings took ${ms(roundTrip_ms)} and more, and ${ms(most_ms)} is ` +
        `the most (${ms(own_ms)} without delay). If the machine is busy, stop what else runs and try again`,
    );
  }
  if (mongoAfter_ms > mongoBefore_ms + mostGrowth(link)) {
    throw new Error(
      `MongoDB may be behind the network as well: its ping took ${ms(mongoBefore_ms)} before and takes ${ms(mongoAfter_ms)} ` +
        'now. If the machine is busy, stop what else runs and try again',
    );
  }
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

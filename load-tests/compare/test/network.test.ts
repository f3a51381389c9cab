import { setTimeout as wait } from 'node:timers/promises';
import type { Link, Shaper } from '@meteor-vs-mean/testbed/network';
import { openRelay } from '@meteor-vs-mean/testbed/relay';
import type { MongoClient } from 'mongodb';
import { expect, test } from 'vitest';
import { assertAsked, type Makers, openNetwork } from '../src/context/network.ts';

/** Tests run beside each other: pings may take much longer than the network makes them. */
const busy_ms = 2000;

/** Delays both directions, as netem would where the kernel has it. */
function delaying(latency_ms: number): Shaper {
  return {
    by: 'the test',
    stop: async () => {},
    open: (target) => openRelay(target, { delay_ms: { up: latency_ms, down: latency_ms } }),
  };
}

/** A machine that has netem, and what was started on it. */
function machine(spare_ms = busy_ms, delayOf: (link: Link) => number = ({ latency_ms }) => latency_ms) {
  const started: { link: Link; maker: string }[] = [];
  const makers: Makers = {
    spare_ms,
    find: async ({ loss }) => (loss > 0 ? 'netem' : 'toxiproxy'),
    start: async (link, maker) => {
      started.push({ link, maker });
      return delaying(delayOf(link));
    },
  };
  return { makers, started };
}

/** A MongoDB whose pings take so long; the first twenty are those before the network is there. */
function mongo(before_ms: number, after_ms: number): Pick<MongoClient, 'db'> {
  let pings = 0;
  const command = async () => {
    pings++;
    await wait(pings <= 20 ? before_ms : after_ms);
  };
  return { db: () => ({ command }) } as unknown as MongoClient;
}

const lossy: Link = { latency_ms: 40, jitter_ms: 0, loss: 0.01 };

test('what netem adds itself is measured through netem, without delay and loss', async () => {
  const { makers, started } = machine();
  const { network } = await openNetwork(lossy, mongo(0, 0), () => {}, makers);
  expect(started).toEqual([
    { link: { latency_ms: 0, jitter_ms: 0, loss: 0 }, maker: 'netem' },
    { link: lossy, maker: 'netem' },
  ]);
  expect(network.measured?.roundTrip_ms).toBeGreaterThanOrEqual(78);
});

test('a network that is slower than what was asked for is refused', async () => {
  const { makers } = machine(10, ({ latency_ms }) => 4 * latency_ms);
  await expect(openNetwork(lossy, mongo(0, 0), () => {}, makers)).rejects.toThrow(
    /^The network isn't as requested: half of the pings took \d{3}\.\d ms and more, and \d+\.\d ms is the most/,
  );
});

test('a network that MongoDB is behind is refused', async () => {
  const { makers } = machine();
  await expect(openNetwork(lossy, mongo(0, 80), () => {}, makers)).rejects.toThrow(
    /^MongoDB may be behind the network as well: its ping took \d+\.\d ms before and takes \d+\.\d ms now/,
  );
});

const quiet = { roundTrip_ms: 81, own_ms: 1, mongoBefore_ms: 1, mongoAfter_ms: 1 };
const asked: Link = { latency_ms: 40, jitter_ms: 5, loss: 0 };

test.for([
  [asked, 69, quiet, "a ping took 69.0 ms, and can't take less than 70 ms"],
  // 2 x (40 + 5) + 1 + 10
  [asked, 80, { ...quiet, roundTrip_ms: 101.5 }, 'half of the pings took 101.5 ms and more, and 101.0 ms is'],
  [asked, 80, { ...quiet, mongoAfter_ms: 21.5 }, 'its ping took 1.0 ms before and takes 21.5 ms now'],
] as const)('%j, %d ms at the least: %j is refused in one line', ([link, shortest_ms, measured, message]) => {
  expect(() => assertAsked(link, shortest_ms, measured)).toThrow(message);
  expect(() => assertAsked(link, shortest_ms, measured)).not.toThrow('\n');
});

test.for([
  [asked, 70, { ...quiet, roundTrip_ms: 101, mongoAfter_ms: 21 }],
  // What takes 200 ms was sent again.
  [{ ...asked, loss: 0.4 }, 70, { ...quiet, roundTrip_ms: 290 }],
  [{ latency_ms: 0, jitter_ms: 0, loss: 0.01 }, 0.2, { ...quiet, roundTrip_ms: 1, mongoAfter_ms: 3 }],
] as const)('%j, %d ms at the least: %j is what was asked for', ([link, shortest_ms, measured]) => {
  expect(() => assertAsked(link, shortest_ms, measured)).not.toThrow();
});

import { type Mongo, startMongo } from '@meteor-vs-mean/testbed/mongo';
import { openRelay } from '@meteor-vs-mean/testbed/relay';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startNewsApp } from '../news-app.ts';
import { makeHosts, missingForHosts } from './hosts.ts';
import { runMachine, timed } from './machine.ts';

const missing = missingForHosts();
if (missing !== undefined) console.log(`Four hosts of our own aren't tried: ${missing}.`);

let mongo: Mongo;
beforeAll(async () => {
  mongo = await startMongo();
}, 300_000);
afterAll(() => mongo?.stop());

/** Seconds by which each host's monotonic clock is ahead of this machine's. */
const ahead_s = [0, 7, 3_600, 86_400];
/** Of each host. The app and both relays share this process: with thousands of clients, connections time out on a busy machine. */
const subscribers = 100;

test.skipIf(missing !== undefined)(
  'four hosts, their clocks hours apart and 20 ms between them, have one account, and find each clock',
  { timeout: 240_000 },
  async () => {
    const { address, hosts, ...made } = makeHosts(4);
    onTestFinished(() => made[Symbol.dispose]());
    const app = await startNewsApp();
    onTestFinished(() => app.close());
    const far = { host: address, delay_ms: { up: 10, down: 10 } };
    const toApp = await openRelay(addressOf(app.url), far);
    onTestFinished(() => toApp.close());
    const toMongo = await openRelay(addressOf(mongo.url), far);
    onTestFinished(() => toMongo.close());
    const rendezvous = `mongodb://${toMongo.host}:${toMongo.port}/hosts?directConnection=true`;
    const machines = hosts.map(({ prefix }, i) =>
      runMachine({
        app: toApp.url,
        rendezvous,
        run: 'hosts',
        machines: hosts.length,
        subscribers,
        prefix: prefix(ahead_s[i] as number),
        change: ({ config }) => {
          config.phases = [{ duration: 5, arrivalCount: subscribers }];
          config.engines.pubsub.readyTimeout = 120;
          Object.assign(config.variables, { rate: 4, duration: 3, drain: 10, writers: 2 });
        },
      }),
    );
    const codes = await Promise.all(machines.map(({ ended }) => ended));
    expect(codes, machines.map(({ output }) => output()).join('\n')).toEqual([0, 0, 0, 0]);
    const [account, ...others] = machines.map((one) => one.account());
    for (const other of others) expect(other).toEqual(account);
    const owed = 12 * hosts.length * subscribers;
    expect(account?.outcome).toMatchObject({
      scheduled: 12,
      acknowledged: 12,
      owed,
      seen: owed,
      lost: 0,
      doubled: 0,
    });
    expect(timed(account?.own ?? '')).toBe(owed / 4);
    expect(timed(account?.across.latency ?? '')).toBe((owed * 3) / 4);
    // Machines come in any order: whose clock is whose is told by the true offsets themselves.
    const found = account?.machines.map(({ clock_ms, bound_ms }) => ({ clock_ms, bound_ms })) ?? [];
    const first = ahead_s
      .map((s) => s * 1000)
      .find((base_ms) => found.every((one) => trueOffset(one, base_ms) !== undefined));
    expect(first, JSON.stringify(found)).toBeDefined();
    const true_ms = found.map((one) => trueOffset(one, first as number));
    expect(new Set(true_ms).size).toBe(4);
  },
);

/** Which of the hosts it is, if the first one's clock is ahead by `base_ms`: within the bound that is printed. */
function trueOffset({ clock_ms, bound_ms }: { clock_ms: number; bound_ms: number }, base_ms: number) {
  return ahead_s.map((s) => s * 1000).find((one_ms) => Math.abs(one_ms - base_ms - clock_ms) <= bound_ms);
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

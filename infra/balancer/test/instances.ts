import type { App, Testbed } from '@meteor-vs-mean/testbed';
import { freePort } from '@meteor-vs-mean/testbed/process';
import type { Relay } from '@meteor-vs-mean/testbed/relay';
import type { Build } from '@meteor-vs-mean/testbed/stacks';

/** Local addresses in place of those of containers, which all listen on the same port. */
const addresses = ['127.0.0.2', '127.0.0.3'] as const;

/** Two instances of an app on one database, each each with its own address. */
export interface Instances {
  readonly addresses: readonly string[];
  readonly port: number;
  /** The address behind the balancer. */
  readonly urls: readonly string[];
  /** SIGKILL; nobody listens on its address any more. */
  kill(at: number): Promise<void>;
  start(at: number): Promise<void>;
}

/** They end with the testbed. */
export async function startInstances(build: Build, testbed: Testbed): Promise<Instances> {
  const database = testbed.database();
  const port = await freePort();
  const own = await Promise.all(addresses.map(freePort));
  const running = new Map<number, { app: App; relay: Relay }>();
  async function start(at: number): Promise<void> {
    // The bench's apps listen on the first loopback address alone.
    const app = await testbed.start(build, { database, port: own[at] as number });
    const target = { host: '127.0.0.1', port: app.port };
    const relay = await testbed.relay(target, { host: addresses[at] as string, port });
    running.set(at, { app, relay });
  }
  async function kill(at: number): Promise<void> {
    const one = running.get(at);
    running.delete(at);
    await one?.app.kill();
    await one?.relay.close();
  }
  await Promise.all(addresses.map((_, at) => start(at)));
  return {
    addresses,
    port,
    urls: own.map((one) => `http://127.0.0.1:${one}`),
    kill,
    start,
  };
}

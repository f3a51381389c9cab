import { freePort } from '@meteor-vs-mean/testbed/process';
import { openRelay, type Relay } from '@meteor-vs-mean/testbed/relay';
import type { Build, RunningApp, StartOptions } from '@meteor-vs-mean/testbed/stacks';

/** Local addresses in place of those of containers, which all listen on the same port. */
const addresses = ['127.0.0.2', '127.0.0.3'] as const;

/** Two instances of an app on one database, each with its own address. */
export interface Instances extends AsyncDisposable {
  readonly addresses: readonly string[];
  readonly port: number;
  /** The address behind the balancer. */
  readonly urls: readonly string[];
  /** SIGKILL, after which nobody listens on its address. */
  kill(at: number): Promise<void>;
  start(at: number): Promise<void>;
}

/** @param order options of both */
export async function startInstances(build: Build, order: Omit<StartOptions, 'port'>): Promise<Instances> {
  const port = await freePort();
  const own = await Promise.all(addresses.map(freePort));
  const running = new Map<number, { app: RunningApp; relay: Relay }>();
  async function start(at: number): Promise<void> {
    // The benchmark starts apps only on the first loopback address.
    const app = await build.start({ ...order, port: own[at] as number });
    const target = { host: '127.0.0.1', port: app.port };
    const relay = await openRelay(target, { host: addresses[at] as string, port });
    running.set(at, { app, relay });
  }
  async function kill(at: number): Promise<void> {
    const one = running.get(at);
    running.delete(at);
    await one?.app.kill();
    await one?.relay.close();
  }
  const disposal = async () => void (await Promise.all(addresses.map((_, at) => kill(at))));
  try {
    await Promise.all(addresses.map((_, at) => start(at)));
  } catch (error) {
    await disposal();
    throw error;
  }
  return {
    addresses,
    port,
    urls: own.map((one) => `http://127.0.0.1:${one}`),
    kill,
    start,
    [Symbol.asyncDispose]: disposal,
  };
}

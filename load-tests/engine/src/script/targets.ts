import { isIP } from 'node:net';
import { type ConnectOptions, spreadAddress } from '@meteor-vs-mean/pubsub-client';
import { Fields } from './fields.ts';
import { assertSpread, canSpread, spread } from './spread.ts';

/** The addresses of the instances of subscribers and of writers. */
export interface Targets {
  readonly subscribers: readonly string[];
  readonly writers: readonly string[];
}

/**
 * The options of connection n. Instances take turns, and a client that loses one connects to the next.
 * @param who connects
 * @param n from 0 up
 */
export function connectionOf(
  { connect, targets }: { readonly connect: ConnectOptions; readonly targets: Targets },
  who: keyof Targets,
  n: number,
): ConnectOptions {
  const theirs = targets[who];
  const at = n % theirs.length;
  const [url, ...alternatives] = [...theirs.slice(at), ...theirs.slice(0, at)] as [string, ...string[]];
  return { ...connect, ...addressOf(connect, n), url, alternatives };
}

/** The local address of connection n, if the script has one. */
export function addressOf({ localAddress }: ConnectOptions, n: number): Pick<ConnectOptions, 'localAddress'> {
  if (localAddress === undefined) return {};
  return { localAddress: localAddress === spread ? spreadAddress(n) : localAddress };
}

/** The local address of connections: one address, or `spread`, the default if it is possible. */
export function parseLocalAddress(
  fields: Fields,
  { subscribers, writers }: Targets,
): Pick<ConnectOptions, 'localAddress'> {
  const localAddress = fields.text('localAddress');
  const targets = [...subscribers, ...writers];
  if (localAddress === undefined) return canSpread(targets) ? { localAddress: spread } : {};
  if (localAddress === spread) {
    assertSpread(targets, fields.place('localAddress').replace(/\.\w+$/, ''));
  } else if (isIP(localAddress) === 0) {
    fields.fail('localAddress', 'an address of this machine, or spread');
  }
  return { localAddress };
}

/** One list for all, or `{ subscribers, writers }`. */
export function parseTargets(fields: Fields, target: string): Targets {
  const found = fields.any('targets') ?? [target];
  if (typeof found !== 'object' || Array.isArray(found)) {
    const all = addressesIn(fields, 'targets') ?? [target];
    return { subscribers: all, writers: all };
  }
  const each = new Fields(found, fields.place('targets'));
  const subscribers = addressesIn(each, 'subscribers') ?? [target];
  const writers = addressesIn(each, 'writers') ?? [target];
  each.end();
  return { subscribers, writers };
}

function addressesIn(fields: Fields, name: string): string[] | undefined {
  const found = fields.list(name);
  if (found === undefined) return undefined;
  if (found.length === 0 || !found.every((one) => typeof one === 'string' && URL.canParse(one))) {
    fields.fail(name, 'a list of addresses of the app, [http://127.0.0.1:3000, http://127.0.0.1:3010]');
  }
  return found as string[];
}

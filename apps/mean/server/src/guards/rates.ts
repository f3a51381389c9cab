import { ContractError, limits } from '@meteor-vs-mean/contract';
import { type GuardSettings, moreCalls, Quota, quotaKey } from '@meteor-vs-mean/guards';
import type { Doer } from '../live/socket.ts';

type Kind = 'calls' | 'subscriptions';

/** What one connection and one address may do in a while. */
export class Rates {
  readonly #ofConnections: Record<Kind, Quota>;
  readonly #ofAddresses: Record<Kind, Quota>;
  readonly #refusals: Quota;
  /** Of connections. */
  readonly #addresses = new Map<string, string>();
  readonly #cut: (connection: string) => void;

  /** @param cut ends a connection that was refused too often: it does nothing else, and costs others their time */
  constructor(
    {
      callsPerAddress,
      subscriptionsPerAddress,
    }: Pick<GuardSettings, 'callsPerAddress' | 'subscriptionsPerAddress'>,
    cut: (connection: string) => void,
  ) {
    const { per_ms } = callsPerAddress;
    this.#ofConnections = {
      calls: new Quota({ ...limits.calls, per_ms }),
      subscriptions: new Quota({ ...limits.subscriptions, per_ms }),
    };
    this.#ofAddresses = {
      calls: new Quota(callsPerAddress),
      subscriptions: new Quota(subscriptionsPerAddress),
    };
    this.#refusals = new Quota({ count: limits.refusals, per_ms });
    this.#cut = cut;
  }

  /** A connection comes from an address, as `quotaKey` says it. */
  open(connection: string, address: string): void {
    this.#addresses.set(connection, address);
  }

  /** What a connection is refused costs its address nothing. @throws ContractError `too-many-requests` */
  count(kind: Kind, doer: Doer): void {
    const { connection, address } = this.#keysOf(doer);
    const own = this.#ofConnections[kind];
    const all = this.#ofAddresses[kind];
    const spent = !own.count(connection) ? own : !all.count(address) ? all : undefined;
    if (!spent) return;
    if (doer.connection && !this.#refusals.count(connection)) this.#cut(connection);
    throw tooMany(spent, kind);
  }

  /** Counts what many people may do from one address, each in a request of their own. @throws as `count` */
  countOfAddress(kind: Kind, address: string): void {
    const all = this.#ofAddresses[kind];
    if (!all.count(quotaKey(address))) throw tooMany(all, kind);
  }

  /** Counts a call that changed many documents as one more for each `limits.changesPerCall` beyond the first. */
  changed(doer: Doer, count: number): void {
    const more = moreCalls(count, limits.changesPerCall);
    if (more === 0) return;
    const { connection, address } = this.#keysOf(doer);
    this.#ofConnections.calls.count(connection, more);
    this.#ofAddresses.calls.count(address, more);
  }

  /** Forgets a connection that is gone. Its address stays counted. */
  forget(connection: string): void {
    for (const quota of [...Object.values(this.#ofConnections), this.#refusals]) quota.forget(connection);
    this.#addresses.delete(connection);
  }

  /** All requests over HTTP of one address are one connection. */
  #keysOf({ connection, address = '' }: Doer): Required<Doer> {
    if (connection) return { connection, address: this.#addresses.get(connection) ?? '' };
    const key = quotaKey(address);
    return { connection: `http ${key}`, address: key };
  }
}

function tooMany({ allowance: { count, per_ms } }: Quota, kind: Kind): ContractError {
  return new ContractError(
    'too-many-requests',
    `At most ${count} ${kind} in ${per_ms / 1000} s: try again later`,
  );
}

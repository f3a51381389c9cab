import { ContractError, limits } from '@meteor-vs-mean/contract';
import { type GuardSettings, moreCalls, Quota, quotaKey } from '@meteor-vs-mean/guards';
import type { Requester } from '../live/socket.ts';

type Kind = 'calls' | 'subscriptions';

/** What one connection and one address may do per window. */
export class Rates {
  readonly #ofConnections: Record<Kind, Quota>;
  readonly #ofAddresses: Record<Kind, Quota>;
  readonly #refusals: Quota;
  /** Connections over their limit. */
  readonly #addresses = new Map<string, string>();
  readonly #cut: (connection: string) => void;

  /** @param cut ends a connection with too many rejected calls, which only costs others time */
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

  /** The address of a connection, as a `quotaKey`. */
  open(connection: string, address: string): void {
    this.#addresses.set(connection, address);
  }

  /** A call rejected for its connection doesn't count for its address. @throws ContractError `too-many-requests` */
  count(kind: Kind, requester: Requester): void {
    const { connection, address } = this.#keysOf(requester);
    const own = this.#ofConnections[kind];
    const all = this.#ofAddresses[kind];
    const spent = !own.count(connection) ? own : !all.count(address) ? all : undefined;
    if (!spent) return;
    if (requester.connection && !this.#refusals.count(connection)) this.#cut(connection);
    throw tooMany(spent, kind);
  }

  /** Counts requests that many people may make from one address. @throws as `count` */
  countOfAddress(kind: Kind, address: string): void {
    const all = this.#ofAddresses[kind];
    if (!all.count(quotaKey(address))) throw tooMany(all, kind);
  }

  /** Counts a call that changed many documents as one more for each `limits.changesPerCall` beyond the first. */
  changed(requester: Requester, count: number): void {
    const more = moreCalls(count, limits.changesPerCall);
    if (more === 0) return;
    const { connection, address } = this.#keysOf(requester);
    this.#ofConnections.calls.count(connection, more);
    this.#ofAddresses.calls.count(address, more);
  }

  /** Forgets a closed connection. Its address stays counted. */
  forget(connection: string): void {
    for (const quota of [...Object.values(this.#ofConnections), this.#refusals]) quota.forget(connection);
    this.#addresses.delete(connection);
  }

  /** All HTTP requests of one address count as one connection. */
  #keysOf({ connection, address = '' }: Requester): Required<Requester> {
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

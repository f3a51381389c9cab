import { ContractError, limits } from '@meteor-vs-mean/contract';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { quotaKey } from './address.ts';

interface Limit {
  readonly count: number;
  readonly per_ms: number;
}

/** How much one address may do in a while, on one instance. */
export interface Quotas {
  readonly callsPerAddress: Limit;
  readonly subscriptionsPerAddress: Limit;
}

export const quotas: Quotas = {
  callsPerAddress: limits.callsPerAddress,
  subscriptionsPerAddress: limits.subscriptionsPerAddress,
};

type Kind = 'calls' | 'subscriptions';

/** Who does something: a connection, be it a socket or all requests over HTTP of one address, and its address. */
export interface Doer {
  readonly connection: string;
  readonly address: string;
}

/** What one connection and one address may do in a while, as the contract and the settings say. */
export class Rates {
  readonly #ofConnections: Record<Kind, RateLimiterMemory>;
  readonly #ofAddresses: Record<Kind, RateLimiterMemory>;
  readonly #refusals: RateLimiterMemory;

  constructor({ callsPerAddress, subscriptionsPerAddress }: Quotas) {
    const { per_ms } = callsPerAddress;
    this.#ofConnections = {
      calls: limiterOf({ ...limits.calls, per_ms }),
      subscriptions: limiterOf({ ...limits.subscriptions, per_ms }),
    };
    this.#refusals = limiterOf({ count: limits.refusals, per_ms });
    this.#ofAddresses = {
      calls: limiterOf(callsPerAddress),
      subscriptions: limiterOf(subscriptionsPerAddress),
    };
  }

  /** What a connection is refused costs its address nothing. @throws ContractError `too-many-requests` */
  async count(kind: Kind, { connection, address }: Doer): Promise<void> {
    await consume(this.#ofConnections[kind], connection, kind);
    await this.countOfAddress(kind, address);
  }

  /** Of what many people may do from one address, each in a request of its own. @throws as `count` */
  countOfAddress(kind: Kind, address: string): Promise<void> {
    return consume(this.#ofAddresses[kind], quotaKey(address), kind);
  }

  /**
   * Does what may change many documents, each of which is delivered: it counts as a call for each
   * `limits.changesPerCall` of them. How many they are is known when it is done, so it is the calls after it that are
   * refused, and among them those that were taken while it was under way and would change many, too.
   * @param change answers how many it changed
   * @throws ContractError `too-many-requests`
   */
  async countChanges({ connection, address }: Doer, change: () => Promise<number>): Promise<number> {
    const counts = [
      [this.#ofConnections.calls, connection],
      [this.#ofAddresses.calls, quotaKey(address)],
    ] as const;
    for (const [limiter, key] of counts) {
      const spent = await limiter.get(key);
      if (spent && spent.consumedPoints > limiter.points) throw tooMany(limiter, 'calls');
    }
    const changed = await change();
    const more = Math.ceil(changed / limits.changesPerCall) - 1;
    if (more > 0) for (const [limiter, key] of counts) await limiter.penalty(key, more);
    return changed;
  }

  /** Counts what a connection was refused. @returns whether that is so much that it does nothing else */
  async isTiresome(connection: string): Promise<boolean> {
    try {
      await this.#refusals.consume(connection);
      return false;
    } catch {
      return true;
    }
  }

  /** Forgets a connection that is gone. Its address stays counted: who comes back is the same one. */
  forget(connection: string): void {
    for (const limiter of [...Object.values(this.#ofConnections), this.#refusals]) {
      void limiter.delete(connection);
    }
  }
}

function limiterOf({ count, per_ms }: Limit): RateLimiterMemory {
  return new RateLimiterMemory({ points: count, duration: per_ms / 1000 });
}

async function consume(limiter: RateLimiterMemory, key: string, kind: Kind): Promise<void> {
  try {
    await limiter.consume(key);
  } catch {
    throw tooMany(limiter, kind);
  }
}

function tooMany({ points, duration }: RateLimiterMemory, kind: Kind): ContractError {
  return new ContractError(
    'too-many-requests',
    `At most ${points} ${kind} in ${duration} s: try again later`,
  );
}

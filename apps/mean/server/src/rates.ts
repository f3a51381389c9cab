import { ContractError, limits } from '@meteor-vs-mean/contract';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** What one client may do in a while, as the contract says. Counted by socket, or by address over HTTP. */
export class Rates {
  readonly #limiters = {
    calls: limiterOf(limits.calls),
    subscriptions: limiterOf(limits.subscriptions),
  };

  /** @throws ContractError `too-many-requests` */
  async count(kind: 'calls' | 'subscriptions', client: string): Promise<void> {
    try {
      await this.#limiters[kind].consume(client);
    } catch {
      const { count, per_ms } = limits[kind];
      throw new ContractError(
        'too-many-requests',
        `At most ${count} ${kind} in ${per_ms / 1000} s: try again later`,
      );
    }
  }

  /** Forgets a client that is gone. */
  forget(client: string): void {
    for (const limiter of Object.values(this.#limiters)) void limiter.delete(client);
  }
}

function limiterOf({ count, per_ms }: { count: number; per_ms: number }): RateLimiterMemory {
  return new RateLimiterMemory({ points: count, duration: per_ms / 1000 });
}

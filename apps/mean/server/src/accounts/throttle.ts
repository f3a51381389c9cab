import { ContractError, limits } from '@meteor-vs-mean/contract';
import pLimit, { type LimitFunction } from 'p-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';

interface Limit {
  readonly count: number;
  readonly per_ms: number;
}

/** How often what may be tried, on one instance. */
export interface Attempts {
  readonly loginsPerAccount: Limit;
  readonly loginsPerAddress: Limit;
  readonly signUpsPerAddress: Limit;
}

export const attempts: Attempts = {
  loginsPerAccount: limits.loginsPerAccount,
  loginsPerAddress: limits.loginsPerAddress,
  signUpsPerAddress: limits.signUpsPerAddress,
};

/** Log-ins that may wait for their turn, beyond those that an address may fail at. */
const patience = 10;

/** Slows down who guesses passwords, and who makes accounts by the hundred. */
export class Throttle {
  readonly #accounts: RateLimiterMemory;
  readonly #addresses: RateLimiterMemory;
  readonly #signUps: RateLimiterMemory;
  /** By address: what is being tried from there, and what waits for that. */
  readonly #queues = new Map<string, LimitFunction>();

  constructor({ loginsPerAccount, loginsPerAddress, signUpsPerAddress }: Attempts) {
    this.#accounts = limiterOf(loginsPerAccount);
    this.#addresses = limiterOf(loginsPerAddress);
    this.#signUps = limiterOf(signUpsPerAddress);
  }

  /**
   * Lets somebody try a password. Only a wrong one counts; once too many were wrong, a right one is refused as well.
   * From one address they are verified one after the other: what is refused by then costs no verification.
   * @param name of the account, which needn't exist
   * @param verify throws `403` if it is wrong; it must change nothing, because a right one may still be refused
   * @throws what `verify` throws, or ContractError `too-many-requests`
   */
  async tryPassword<T>(name: string, address: string, verify: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(address) ?? pLimit(1);
    if (queue.pendingCount >= this.#addresses.points + patience) throw tooMany(1000);
    this.#queues.set(address, queue);
    try {
      return await queue(() => this.#tryNext(name, address, verify));
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) this.#queues.delete(address);
    }
  }

  /** Meanwhile the same account may be tried from elsewhere: nobody hears more than if that had come before. */
  async #tryNext<T>(name: string, address: string, verify: () => Promise<T>): Promise<T> {
    const limited = [
      [this.#accounts, name.toLowerCase()],
      [this.#addresses, address],
    ] as const;
    const refuse = () => Promise.all(limited.map(([limiter, key]) => refuseIfSpent(limiter, key)));
    await refuse();
    let result: T;
    try {
      result = await verify();
    } catch (error) {
      if (!(error instanceof ContractError && error.code === '403')) throw error;
      const spent = await Promise.all(limited.map(([limiter, key]) => limiter.penalty(key)));
      spent.forEach(({ consumedPoints, msBeforeNext }, index) => {
        if (consumedPoints > (limited[index]?.[0].points ?? 0)) throw tooMany(msBeforeNext);
      });
      throw error;
    }
    await refuse();
    return result;
  }

  /** Counts an account that is to be made. @throws ContractError `too-many-requests` */
  async signUp(address: string): Promise<void> {
    const { consumedPoints, msBeforeNext } = await this.#signUps.penalty(address);
    if (consumedPoints > this.#signUps.points) throw tooMany(msBeforeNext);
  }
}

function limiterOf({ count, per_ms }: Limit): RateLimiterMemory {
  return new RateLimiterMemory({ points: count, duration: per_ms / 1000 });
}

async function refuseIfSpent(limiter: RateLimiterMemory, key: string): Promise<void> {
  const spent = await limiter.get(key);
  if (!spent || spent.consumedPoints < limiter.points) return;
  throw tooMany(spent.msBeforeNext);
}

function tooMany(wait_ms: number): ContractError {
  const seconds = Math.max(1, Math.ceil(wait_ms / 1000));
  return new ContractError('too-many-requests', `Too many attempts: try again in ${seconds} s`);
}

import { ContractError, limits } from '@meteor-vs-mean/contract';
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

/** Slows down who guesses passwords, and who makes accounts by the hundred. */
export class Throttle {
  readonly #accounts: RateLimiterMemory;
  readonly #addresses: RateLimiterMemory;
  readonly #signUps: RateLimiterMemory;

  constructor({ loginsPerAccount, loginsPerAddress, signUpsPerAddress }: Attempts) {
    this.#accounts = limiterOf(loginsPerAccount);
    this.#addresses = limiterOf(loginsPerAddress);
    this.#signUps = limiterOf(signUpsPerAddress);
  }

  /**
   * Lets somebody try a password. Only a wrong one counts; once too many were wrong, a right one is refused as well.
   * Those that come at once are verified side by side, and hear no more than if they had come one after the other.
   * @param name of the account, which needn't exist
   * @param verify throws `403` if it is wrong; it must change nothing, because a right one may still be refused
   * @throws what `verify` throws, or ContractError `too-many-requests`
   */
  async tryPassword<T>(name: string, address: string, verify: () => Promise<T>): Promise<T> {
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
    await refuseIfSpent(this.#signUps, address);
    await this.#signUps.penalty(address);
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

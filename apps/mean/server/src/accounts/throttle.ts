import { ContractError, limits } from '@meteor-vs-mean/contract';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Locks } from '../live/locks.ts';

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
  readonly #locks = new Locks();

  constructor({ loginsPerAccount, loginsPerAddress, signUpsPerAddress }: Attempts) {
    this.#accounts = limiterOf(loginsPerAccount);
    this.#addresses = limiterOf(loginsPerAddress);
    this.#signUps = limiterOf(signUpsPerAddress);
  }

  /**
   * Lets somebody try a password. Only what fails counts; once too much did, a right password is refused as well.
   * One account, and one address, tries one at a time: else many at once would all come before the first had failed.
   * @param name of the account, which needn't exist
   * @throws what the attempt throws, or ContractError `too-many-requests`
   */
  logIn<T>(name: string, address: string, attempt: () => Promise<T>): Promise<T> {
    const account = name.toLowerCase();
    return this.#locks.run([`account ${account}`, `address ${address}`], async () => {
      await refuseIfSpent(this.#accounts, account);
      await refuseIfSpent(this.#addresses, address);
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof ContractError && error.code === '403') {
          await Promise.all([this.#accounts.penalty(account), this.#addresses.penalty(address)]);
        }
        throw error;
      }
    });
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
  const seconds = Math.max(1, Math.ceil(spent.msBeforeNext / 1000));
  throw new ContractError('too-many-requests', `Too many attempts: try again in ${seconds} s`);
}

import pLimit, { type LimitFunction } from 'p-limit';
import { Quota } from './quota.ts';
import type { GuardSettings } from './settings.ts';

type Attempts = Pick<GuardSettings, 'loginsPerAccount' | 'loginsPerAddress' | 'signUpsPerAddress'>;

/** Log-ins that one address may queue, beyond the failures that it may have. */
const mostWaiting = 10;

/** Slows down clients that guess passwords, and clients that make accounts by the hundred. */
export class LogIns {
  readonly #accounts: Quota;
  readonly #addresses: Quota;
  readonly #signUps: Quota;
  readonly #tooMany: (sentence: string) => Error;
  readonly #isWrong: (error: unknown) => boolean;
  /** By address: its current attempt and the queued ones. */
  readonly #queues = new Map<string, LimitFunction>();

  /**
   * @param tooMany makes the error of a rejected attempt
   * @param isWrong whether an error says that a password is wrong
   */
  constructor(
    { loginsPerAccount, loginsPerAddress, signUpsPerAddress }: Attempts,
    tooMany: (sentence: string) => Error,
    isWrong: (error: unknown) => boolean,
  ) {
    this.#accounts = new Quota(loginsPerAccount);
    this.#addresses = new Quota(loginsPerAddress);
    this.#signUps = new Quota(signUpsPerAddress);
    this.#tooMany = tooMany;
    this.#isWrong = isWrong;
  }

  /**
   * Verifies a password. Only a wrong one counts. After too many wrong ones, a right one is rejected as well.
   * Each address has one password verified at a time, so that rejected attempts cost no verification.
   * @param name of the account, which needn't exist
   * @param verify throws if the password is wrong
   */
  async attempt<Result>(name: string, address: string, verify: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(address) ?? pLimit(1);
    const most = this.#addresses.allowance.count + mostWaiting;
    if (queue.pendingCount >= most) throw this.#refusal(1000);
    this.#queues.set(address, queue);
    try {
      return await queue(() => this.#next(name.toLowerCase(), address, verify));
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) this.#queues.delete(address);
    }
  }

  /** Counts an account before it is created. @throws if its address has created too many */
  signUp(address: string): void {
    if (!this.#signUps.count(address)) throw this.#refusal(this.#signUps.wait_ms(address));
  }

  async #next<Result>(name: string, address: string, verify: () => Promise<Result>): Promise<Result> {
    const wait_ms = Math.max(this.#accounts.wait_ms(name), this.#addresses.wait_ms(address));
    if (wait_ms > 0) throw this.#refusal(wait_ms);
    // Count before verifying, so that concurrent attempts from several addresses can't exceed the limit.
    this.#accounts.count(name);
    this.#addresses.count(address);
    let isWrong = false;
    try {
      return await verify();
    } catch (error) {
      isWrong = this.#isWrong(error);
      throw error;
    } finally {
      if (!isWrong) {
        this.#accounts.forgive(name);
        this.#addresses.forgive(address);
      }
    }
  }

  #refusal(wait_ms: number): Error {
    return this.#tooMany(`Too many attempts: try again in ${Math.max(1, Math.ceil(wait_ms / 1000))} s`);
  }
}

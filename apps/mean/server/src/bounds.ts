import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ContractError, nearness, type Turn, turn_s } from '@meteor-vs-mean/contract';
import { type Collection, MongoServerError } from 'mongodb';
import pLimit, { type LimitFunction } from 'p-limit';
import { Locks } from './live/locks.ts';

/** What is bounded, and how much of it there may be. */
export interface Bound {
  /** Its name in the contract. */
  key: string;
  most: number;
  /** For people, in the plural. */
  what: string;
}

/** How long one waits for a turn, in ms. */
const patience_ms = 5000;

/**
 * Keeps limits on how many documents there may be, whatever comes at once and through whichever server. The documents
 * themselves are counted: a counter beside them would be wrong as soon as somebody else removed one.
 *
 * What isn't bound: an insert whose server was stopped between its look at the clock and MongoDB, for longer than a
 * turn lasts.
 */
export class Bounds {
  readonly #turns: Collection<Turn>;
  readonly #sideBySide = new Map<string, LimitFunction>();
  readonly #locks = new Locks();

  constructor(turns: Collection<Turn>) {
    this.#turns = turns;
  }

  /**
   * @param count how many there are; it may stop at `most`, and throw what forbids the insert
   * @throws ContractError `limit-reached`, `too-many-requests` if no turn came
   */
  async insert(bound: Bound, count: () => Promise<number>, insert: () => Promise<void>): Promise<void> {
    const { near } = nearness(bound.most);
    const isIn = await this.#beside(bound, async () => {
      const found = await countBelow(bound, count);
      if (found >= near) return false;
      await insert();
      return true;
    });
    if (isIn) return;
    // Among this server's first, then among all servers'.
    await this.#locks.run([bound.key], async () => {
      await countBelow(bound, count); // most of those that wait wait for a last place: they needn't take a turn
      await this.#inTurn(bound.key, async (isMine) => {
        await countBelow(bound, count);
        if (!isMine()) throw noTurn();
        await insert();
      });
    });
  }

  async #beside<T>({ key, most }: Bound, task: () => Promise<T>): Promise<T> {
    const queue = this.#sideBySide.get(key) ?? pLimit(nearness(most).sideBySide);
    this.#sideBySide.set(key, queue);
    try {
      return await queue(task);
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) this.#sideBySide.delete(key);
    }
  }

  async #inTurn(key: string, task: (isMine: () => boolean) => Promise<void>): Promise<void> {
    const holder = randomUUID();
    const end_ms = performance.now() + (turn_s * 1000) / 2;
    await this.#take(key, holder);
    try {
      await task(() => performance.now() < end_ms);
    } finally {
      // Nobody waits for a majority to know that it was given back: if that is lost, it ends by itself.
      await this.#turns.deleteOne({ _id: key, holder }, { writeConcern: { w: 1 } });
    }
  }

  async #take(key: string, holder: string): Promise<void> {
    const end_ms = performance.now() + patience_ms;
    while (performance.now() < end_ms) {
      try {
        await this.#turns.updateOne(
          { _id: key, holder },
          { $currentDate: { since: true } },
          { upsert: true },
        );
        return;
      } catch (error) {
        if (!(error instanceof MongoServerError && error.code === 11000)) throw error;
        await sleep(2 + Math.random() * 8);
      }
    }
    throw noTurn();
  }
}

async function countBelow({ most, what }: Bound, count: () => Promise<number>): Promise<number> {
  const found = await count();
  if (found >= most) throw new ContractError('limit-reached', `There may be ${most} ${what}`);
  return found;
}

function noTurn(): ContractError {
  return new ContractError('too-many-requests', 'Too many write here at once: try again');
}

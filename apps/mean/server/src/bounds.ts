import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Bound,
  countBelow,
  limitReached,
  nearness,
  noTurn,
  type OneMore,
  refusalOf,
  type Turn,
  turn_s,
} from '@meteor-vs-mean/contract';
import { type Collection, MongoServerError } from 'mongodb';
import pLimit, { type LimitFunction } from 'p-limit';
import { Locks } from './live/locks.ts';

/** How long one waits for a turn, in ms. */
const patience_ms = 5000;

/**
 * Keeps limits on how many documents there may be, whatever comes at once and through whichever server. The documents
 * themselves are counted: a counter beside them would be wrong as soon as somebody else removed one.
 *
 * Far from a limit inserts go side by side, a few at a time. Near to it they take turns, among all servers. One that was
 * held up between its count and its insert, by a stopped process or a slow MongoDB, counts again when it is in. What is
 * left: a server that is killed in between leaves a document that may be one too many.
 */
export class Bounds {
  readonly #turns: Collection<Turn>;
  readonly #sideBySide = new Map<string, LimitFunction>();
  readonly #locks = new Locks();

  constructor(turns: Collection<Turn>) {
    this.#turns = turns;
  }

  /** @throws ContractError `limit-reached`, `duplicate-id`, `too-many-requests` if no turn came */
  async insert(bound: Bound, one: OneMore): Promise<void> {
    try {
      await this.#insert(bound, one);
    } catch (error) {
      throw await refusalOf(error, one);
    }
  }

  async #insert(bound: Bound, one: OneMore): Promise<void> {
    const { near, slow_ms } = nearness(bound.most);
    let began_ms = 0;
    const isIn = await this.#beside(bound, async () => {
      began_ms = performance.now();
      if ((await countBelow(bound, one)) >= near) return false;
      await one.insert();
      return true;
    });
    if (!isIn) await this.#nearby(bound, one);
    else if (performance.now() - began_ms > slow_ms) await this.#reconsider(bound, one);
  }

  /** Among this server's first, then among all servers'. */
  async #nearby(bound: Bound, one: OneMore): Promise<void> {
    const isLate = await this.#locks.run([bound.key], async () => {
      await countBelow(bound, one); // most of those that wait wait for a last place: they needn't take a turn
      return this.#inTurn(bound.key, async () => {
        await countBelow(bound, one);
        await one.insert();
      });
    });
    if (isLate) await this.#reconsider(bound, one);
  }

  /** Of those that are one too many together each waits until the others have gone: it may be the one that stays. */
  async #reconsider(bound: Bound, one: OneMore): Promise<void> {
    const isTooMany = async () => (await one.count(bound.most + 1, true)) > bound.most;
    try {
      if (!(await isTooMany())) return;
      await this.#locks.run([bound.key], () =>
        this.#inTurn(bound.key, async () => {
          if (!(await isTooMany())) return;
          await one.takeBack();
          throw limitReached(bound);
        }),
      );
    } catch (error) {
      await one.takeBack(); // also where it can't be said: its caller is told that it failed
      throw error;
    }
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

  /** @returns whether it took so long that somebody else may have had the turn as well */
  async #inTurn(key: string, task: () => Promise<void>): Promise<boolean> {
    const holder = randomUUID();
    const end_ms = performance.now() + (turn_s * 1000) / 2;
    await this.#take(key, holder);
    try {
      await task();
    } finally {
      // Nobody waits for a majority to know that it was given back: if that is lost, it ends by itself.
      await this.#turns.deleteOne({ _id: key, holder }, { writeConcern: { w: 1 } });
    }
    return performance.now() > end_ms;
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

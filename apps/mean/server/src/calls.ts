import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, callPatience_ms } from '@meteor-vs-mean/contract';
import { type Collection, MongoServerError } from 'mongodb';

/** How long to wait before the answer of a call that is under way is looked for again. */
const pause_ms = 50;

/** Does a call that has an id once, however often and through however many servers it comes. */
export class Calls {
  readonly #calls: Collection<Call>;

  constructor(calls: Collection<Call>) {
    this.#calls = calls;
  }

  /**
   * @param name of the call; without one it is simply done
   * @returns what it was answered with when it was done
   */
  async once(name: string | undefined, run: () => Promise<number>): Promise<number> {
    if (name === undefined) return run();
    for (;;) {
      if (await this.#claim(name)) return this.#answer(name, run);
      const call = await this.#calls.findOne({ _id: name });
      if (call?.count !== undefined) return call.count;
      if (call && Date.now() - call.since.getTime() > callPatience_ms) {
        await this.#calls.deleteOne({ _id: name, since: call.since });
      } else {
        await sleep(pause_ms);
      }
    }
  }

  async #claim(_id: string): Promise<boolean> {
    try {
      await this.#calls.insertOne({ _id, since: new Date() });
      return true;
    } catch (error) {
      if (error instanceof MongoServerError && error.code === 11000) return false;
      throw error;
    }
  }

  async #answer(_id: string, run: () => Promise<number>): Promise<number> {
    let count: number;
    try {
      count = await run();
    } catch (error) {
      await this.#calls.deleteOne({ _id });
      throw error;
    }
    await this.#calls.updateOne({ _id }, { $set: { count } });
    return count;
  }
}

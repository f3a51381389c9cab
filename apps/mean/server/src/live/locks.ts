/** Runs tasks that share a key one after another, in order of arrival. */
export class Locks {
  readonly #tails = new Map<string | object, Promise<void>>();

  /** All keys are queued for in one tick, so two tasks can't deadlock. */
  async run<T>(keys: readonly (string | object)[], task: () => Promise<T>): Promise<T> {
    const before = keys.map((key) => this.#tails.get(key));
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const key of keys) this.#tails.set(key, promise);
    await Promise.all(before);
    try {
      return await task();
    } finally {
      resolve();
      for (const key of keys) if (this.#tails.get(key) === promise) this.#tails.delete(key);
    }
  }
}

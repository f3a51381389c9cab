/** Those who want to be told of one kind of thing. */
export class Listeners<Args extends unknown[]> {
  readonly #all = new Set<(...args: Args) => void>();

  /** @returns what takes it off again */
  add(listener: (...args: Args) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  tell(...args: Args): void {
    for (const listener of this.#all) listener(...args);
  }
}

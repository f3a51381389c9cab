/** Allows so many at a time; later ones wait. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Resolves with a turn, which ends when it is disposed. */
  async take(): Promise<Disposable> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return {
      [Symbol.dispose]: () => {
        const next = this.#waiting.shift();
        if (next) next();
        else this.#free += 1;
      },
    };
  }
}

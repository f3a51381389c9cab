/** So many at a time; who comes later waits. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Resolves when it is one's turn, which ends when what is returned is disposed of. */
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

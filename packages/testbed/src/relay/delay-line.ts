/** Does things later, in the order in which they were given to it, and never early. */
export class DelayLine {
  readonly #delay_ns: bigint;
  readonly #isCoarse: boolean;
  #queue: { act: () => void; due_ns: bigint }[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param options `isCoarse`: it may be a millisecond late, and then takes no CPU while it waits */
  constructor(delay_ms: number, { isCoarse = false }: { isCoarse?: boolean } = {}) {
    this.#delay_ns = BigInt(Math.round(delay_ms * 1e6));
    this.#isCoarse = isCoarse;
  }

  /** Without a delay it is done at once. */
  later(act: () => void): void {
    if (this.#delay_ns === 0n) {
      act();
      return;
    }
    this.#queue.push({ act, due_ns: process.hrtime.bigint() + this.#delay_ns });
    if (this.#queue.length === 1) this.#wait();
  }

  /** Forgets what isn't done yet. */
  clear(): void {
    this.#queue = [];
    clearTimeout(this.#timer);
  }

  /** Timers of Node count in whole milliseconds: the last one passes in turns of the event loop. */
  readonly #wait = (): void => {
    for (let first = this.#queue[0]; first; first = this.#queue[0]) {
      const left_ms = Number(first.due_ns - process.hrtime.bigint()) / 1e6;
      if (this.#isCoarse && left_ms > 0) {
        this.#timer = setTimeout(this.#wait, Math.ceil(left_ms));
        return;
      }
      if (left_ms > 1.5) {
        this.#timer = setTimeout(this.#wait, left_ms - 1.5);
        return;
      }
      if (left_ms > 0) {
        setImmediate(this.#wait);
        return;
      }
      this.#queue.shift();
      first.act();
    }
  };
}

/** How often something may be done: so many times in any so many milliseconds. */
export class Pace {
  readonly #count: number;
  readonly #per_ms: number;
  readonly #now: () => number;
  /** When it was done the last times, oldest first. */
  readonly #times: number[] = [];

  constructor({ count, per_ms }: { count: number; per_ms: number }, now = () => performance.now()) {
    this.#count = count;
    this.#per_ms = per_ms;
    this.#now = now;
  }

  /** It was done, in time or not. */
  count(): void {
    this.#times.push(this.#now());
    if (this.#times.length > this.#count) this.#times.shift();
  }

  /** How long to wait until it may be done again; 0: not at all. */
  wait_ms(): number {
    const [oldest] = this.#times;
    if (oldest === undefined || this.#times.length < this.#count) return 0;
    return Math.max(0, oldest + this.#per_ms - this.#now());
  }
}

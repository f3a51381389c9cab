import { limits } from '@meteor-vs-mean/contract';

const { count, per_ms } = limits.calls;

/** The rest is for what is done meanwhile. */
const share = 0.8;

/** Keeps what is sent late to what the server takes of one connection in a while. */
export class Pace {
  readonly #most: number;
  /** When the latest calls were made, oldest first. */
  readonly #made: number[] = [];

  constructor(most = Math.floor(count * share)) {
    this.#most = most;
  }

  /** A call is made, of whatever kind. */
  count(): void {
    this.#made.push(performance.now());
    if (this.#made.length > this.#most) this.#made.shift();
  }

  /** Resolves when another one fits in. */
  async turn(): Promise<void> {
    for (let rest = this.#rest(); rest > 0; rest = this.#rest()) {
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }

  #rest(): number {
    const [oldest] = this.#made;
    if (oldest === undefined || this.#made.length < this.#most) return 0;
    return Math.ceil(oldest + per_ms - performance.now());
  }
}

/** A count per milliseconds. */
export interface Allowance {
  readonly count: number;
  readonly per_ms: number;
}

interface Window {
  count: number;
  end_ms: number;
}

/** Counts by key. A key's window starts with its first count and has a fixed length. */
export class Quota {
  readonly allowance: Allowance;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();
  #sweep_ms = 0;

  /** @param now in ms */
  constructor(allowance: Allowance, now: () => number = Date.now) {
    this.allowance = allowance;
    this.#now = now;
  }

  /** @returns whether the key is still within its allowance */
  count(key: string, times = 1): boolean {
    this.#removeEnded();
    let window = this.#open(key);
    if (!window) {
      window = { count: 0, end_ms: this.#now() + this.allowance.per_ms };
      this.#windows.set(key, window);
    }
    window.count += times;
    return window.count <= this.allowance.count;
  }

  /** Undoes one count. */
  forgive(key: string): void {
    const window = this.#open(key);
    if (window) window.count -= 1;
  }

  /** @returns the milliseconds until the key may count again */
  wait_ms(key: string): number {
    const window = this.#open(key);
    return window && window.count >= this.allowance.count ? window.end_ms - this.#now() : 0;
  }

  forget(key: string): void {
    this.#windows.delete(key);
  }

  #open(key: string): Window | undefined {
    const window = this.#windows.get(key);
    return window && window.end_ms > this.#now() ? window : undefined;
  }

  /** Once per window length, so that invented keys don't fill the memory. */
  #removeEnded(): void {
    const now_ms = this.#now();
    if (now_ms < this.#sweep_ms) return;
    this.#sweep_ms = now_ms + this.allowance.per_ms;
    for (const [key, { end_ms }] of this.#windows) if (end_ms <= now_ms) this.#windows.delete(key);
  }
}

/**
 * How many additional calls a call counts as, because each of its changes is delivered.
 * @param each changes that count as one call
 */
export function moreCalls(changes: number, each: number): number {
  return Math.max(0, Math.ceil(changes / each) - 1);
}

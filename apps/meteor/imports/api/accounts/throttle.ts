/** So many in so many milliseconds. */
export interface Allowance {
  count: number;
  per_ms: number;
}

interface Window {
  count: number;
  end_ms: number;
}

/** Counts what failed, by key. A key's window opens with its first failure; in a full one it has to wait for its end. */
export class Throttle {
  readonly #allowance: Allowance;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();
  #sweep_ms = 0;

  /** @param now in ms */
  constructor(allowance: Allowance, now: () => number = Date.now) {
    this.#allowance = allowance;
    this.#now = now;
  }

  /** @returns how long a key has to wait before its next try, in ms */
  wait_ms(key: string): number {
    const window = this.#open(key);
    return window && window.count >= this.#allowance.count ? window.end_ms - this.#now() : 0;
  }

  /** A key has failed. */
  count(key: string): void {
    this.#removeEnded();
    const window = this.#open(key);
    if (window) window.count += 1;
    else this.#windows.set(key, { count: 1, end_ms: this.#now() + this.#allowance.per_ms });
  }

  /** What was counted before its end was known was no failure. */
  forgive(key: string): void {
    const window = this.#open(key);
    if (window) window.count -= 1;
  }

  #open(key: string): Window | undefined {
    const window = this.#windows.get(key);
    return window && window.end_ms > this.#now() ? window : undefined;
  }

  /** Once a window's length, so that names that somebody made up don't stay. */
  #removeEnded(): void {
    const now_ms = this.#now();
    if (now_ms < this.#sweep_ms) return;
    this.#sweep_ms = now_ms + this.#allowance.per_ms;
    for (const [key, { end_ms }] of this.#windows) if (end_ms <= now_ms) this.#windows.delete(key);
  }
}

/**
 * A count that the environment may set.
 * @throws one line that names the variable and what would be right
 */
export function allowanceFrom(
  env: Record<string, string | undefined>,
  variable: string,
  { count, per_ms }: Allowance,
): Allowance {
  const wanted = env[variable];
  if (!wanted) return { count, per_ms };
  if (!/^[1-9]\d{0,8}$/.test(wanted)) {
    throw new Error(`${variable} is '${wanted}': it must be a whole number from 1 to 999999999`);
  }
  return { count: Number(wanted), per_ms };
}

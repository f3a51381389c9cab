/** In bytes. The longest valid call has about 12 kB; a frame or a body may contain several. */
export const longestMessage = 100_000;

/** A message with more characters counts as several, because no valid message is longer. */
const longestUsed = 16_000;

/** No input of the contract is nested more than a few levels deep. */
const deepest = 50;

/** A client's allowance of messages. */
interface Limits {
  readonly calls: { readonly count: number; readonly per_ms: number };
  readonly subscriptions: { readonly count: number };
  readonly refusals: number;
}

/** More messages than a client that respects its limits ever has queued. */
export function mostWaiting({ calls, subscriptions, refusals }: Limits): number {
  return calls.count + subscriptions.count + refusals;
}

/** Counts one connection's messages before they are read. */
export class Sent {
  /** Twice the allowance, because this window may overlap two of those in which calls are counted. */
  readonly most: number;
  readonly #per_ms: number;
  #count = 0;
  #end_ms = 0;

  constructor(limits: Limits) {
    this.most = 2 * mostWaiting(limits);
    this.#per_ms = limits.calls.per_ms;
  }

  /** @returns whether the connection may still be read */
  count(characters: number): boolean {
    const now_ms = performance.now();
    if (now_ms >= this.#end_ms) [this.#count, this.#end_ms] = [0, now_ms + this.#per_ms];
    this.#count += 1 + Math.floor(characters / longestUsed);
    return this.#count <= this.most;
  }
}

/**
 * Whether a message is nested too deeply or contains a field `__proto__`, which copying drops, so that validation would
 * miss it. Iterative, because deep nesting would overflow the stack of a recursive function.
 */
export function isDeepOrForged(message: object): boolean {
  let level: object[] = [message];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > deepest || level.some((each) => Object.hasOwn(each, '__proto__'))) return true;
    level = level
      .flatMap((each): unknown[] => Object.values(each))
      .filter((each): each is object => typeof each === 'object' && each !== null);
  }
  return false;
}

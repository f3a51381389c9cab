/** In bytes. The longest valid call takes some 12 kB; a frame or a body may hold several. */
export const longestMessage = 100_000;

/** Characters that one message has at most that a server has a use for. A longer one counts as several. */
const longestUsed = 16_000;

/** Nothing in the contract is nested more than a few levels deep. */
const deepest = 50;

/** How much a client may send. */
interface Limits {
  readonly calls: { readonly count: number; readonly per_ms: number };
  readonly subscriptions: { readonly count: number };
  readonly refusals: number;
}

/** No client that keeps to its limits has so many messages waiting. */
export function mostWaiting({ calls, subscriptions, refusals }: Limits): number {
  return calls.count + subscriptions.count + refusals;
}

/** Counts what one connection sends, before it is read. */
export class Sent {
  /** One window of this may lie across two of those in which calls are counted. */
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
 * Whether something in a message is nested too deep, or has a field `__proto__`, which is lost where it is copied, so
 * that the rest could pass. It goes level by level: recursion is what it guards against.
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

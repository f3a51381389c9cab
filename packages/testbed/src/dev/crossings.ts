import type { StackName } from '../stacks/index.ts';
import { describe, keyOf, type Sighting } from './sighting.ts';

/** One change that the subscribers of every app have. */
export interface Crossing {
  /** For people. */
  what: string;
  /** The app that we wrote it through; absent if a person wrote it: then we don't know which app took it. */
  through?: StackName;
  /**
   * What `after_ms` counts from. `sent`: we sent it, and it is exact. `stored`: MongoDB wrote it to its oplog, by
   * MongoDB's clock, in whole milliseconds. `first`: the first subscriber had it.
   */
  since: 'sent' | 'stored' | 'first';
  after_ms: Partial<Record<StackName, number>>;
  /** Between the first and the last of them, by one clock. */
  apart_ms: number;
}

interface Pending {
  sighting: Sighting;
  begun_ms: number;
  seen_ns: Map<StackName, bigint>;
  stored_ms?: number;
  sent?: { side: StackName; at_ns: bigint };
  wait?: NodeJS.Timeout;
}

/** A change that hasn't come to everyone by then is one that never will: another one covered it. */
const forgotten_ms = 10_000;
/** How long a change that everyone has waits for MongoDB's word of when it was stored. */
const storedWait_ms = 500;

/** Puts together what the subscribers of each app and MongoDB saw of the same change. */
export class Crossings {
  readonly #sides: readonly StackName[];
  readonly #hasStored: boolean;
  readonly #tell: (crossing: Crossing) => void;
  readonly #pending = new Map<string, Pending[]>();

  /** @param hasStored MongoDB's clock is this machine's, so that `stored` will be called */
  constructor(sides: readonly StackName[], hasStored: boolean, tell: (crossing: Crossing) => void) {
    this.#sides = sides;
    this.#hasStored = hasStored;
    this.#tell = tell;
  }

  /** A subscriber has it. */
  seen(side: StackName, sighting: Sighting, at_ns: bigint): void {
    this.#update(
      sighting,
      (pending) => !pending.seen_ns.has(side),
      (pending) => {
        pending.seen_ns.set(side, at_ns);
      },
    );
  }

  /** MongoDB has it. @param stored_ms since 1970 */
  stored(sighting: Sighting, stored_ms: number): void {
    this.#update(
      sighting,
      (pending) => pending.stored_ms === undefined,
      (pending) => {
        pending.stored_ms = stored_ms;
      },
    );
  }

  /** We are about to send it. */
  sent(side: StackName, sighting: Sighting, at_ns: bigint): void {
    this.#update(
      sighting,
      () => false,
      (pending) => {
        pending.sent = { side, at_ns };
      },
    );
  }

  stop(): void {
    for (const list of this.#pending.values()) for (const { wait } of list) clearTimeout(wait);
    this.#pending.clear();
  }

  #update(sighting: Sighting, lacks: (pending: Pending) => boolean, note: (pending: Pending) => void): void {
    this.#forget();
    const key = keyOf(sighting);
    const list = this.#pending.get(key) ?? [];
    this.#pending.set(key, list);
    let pending = list.find(lacks);
    if (!pending) {
      pending = { sighting, begun_ms: performance.now(), seen_ns: new Map() };
      list.push(pending);
    }
    note(pending);
    if (!this.#sides.every((side) => pending.seen_ns.has(side))) return;
    if (pending.sent || pending.stored_ms !== undefined || !this.#hasStored) this.#finish(key, pending);
    else pending.wait ??= setTimeout(() => this.#finish(key, pending), storedWait_ms);
  }

  #finish(key: string, pending: Pending): void {
    clearTimeout(pending.wait);
    const left = (this.#pending.get(key) ?? []).filter((other) => other !== pending);
    if (left.length > 0) this.#pending.set(key, left);
    else this.#pending.delete(key);
    this.#tell(crossingOf(pending));
  }

  #forget(): void {
    const now = performance.now();
    for (const [key, list] of this.#pending) {
      const left = list.filter(({ begun_ms, wait }) => wait || now - begun_ms < forgotten_ms);
      if (left.length > 0) this.#pending.set(key, left);
      else this.#pending.delete(key);
    }
  }
}

function crossingOf({ sighting, seen_ns, stored_ms, sent }: Pending): Crossing {
  const times = [...seen_ns.values()].sort((a, b) => (a < b ? -1 : 1));
  const first = times[0] as bigint;
  const after = (from_ns: bigint, to_ns: bigint): number => Math.round(Number(to_ns - from_ns) / 1e4) / 100;
  const after_ms: Partial<Record<StackName, number>> = {};
  for (const [side, at_ns] of seen_ns) {
    if (sent) after_ms[side] = after(sent.at_ns, at_ns);
    // Two clocks, MongoDB's rounded down: no more digits than they carry, and never before it happened.
    else if (stored_ms !== undefined) after_ms[side] = Math.max(0, Math.round(wallTime(at_ns) - stored_ms));
    else after_ms[side] = after(first, at_ns);
  }
  return {
    what: describe(sighting),
    ...(sent ? { through: sent.side } : {}),
    since: sent ? 'sent' : stored_ms !== undefined ? 'stored' : 'first',
    after_ms,
    apart_ms: after(first, times.at(-1) as bigint),
  };
}

/** Of a moment of process.hrtime, in milliseconds since 1970. */
function wallTime(at_ns: bigint): number {
  return Date.now() - Number(process.hrtime.bigint() - at_ns) / 1e6;
}

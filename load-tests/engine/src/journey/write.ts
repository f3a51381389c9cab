import type { Answer, WriteFields } from './line.ts';

/** A write whose deliveries may still come. */
export interface OpenWrite extends WriteFields {
  writer: string;
  /** Of all writes, from 0. */
  number: number;
  /** Undefined until its call has ended. */
  answer: Answer | undefined;
  ended_us: number;
  /** Users that are owed it, and when it came to them: undefined as long as it didn't. */
  owed: Map<string, number | undefined>;
  /** Users that came or left while it was delivered. */
  excused: Set<string>;
}

/** Whether the app took it, as far as is known. */
export function isTaken({ answer }: OpenWrite): boolean {
  return answer === 'acknowledged' || answer === 'sent';
}

/** Writes that are open, by what their deliveries show and by their audience. */
export class OpenWrites {
  readonly #all = new Set<OpenWrite>();
  readonly #byKey = new Map<string, OpenWrite[]>();
  readonly #byAudience = new Map<string, Set<OpenWrite>>();

  add(write: OpenWrite): void {
    this.#all.add(write);
    const key = keyOf(write.kind, write.id);
    const same = this.#byKey.get(key);
    if (same === undefined) this.#byKey.set(key, [write]);
    else same.push(write);
    const others = this.#byAudience.get(write.audience) ?? new Set();
    this.#byAudience.set(write.audience, others.add(write));
  }

  remove(write: OpenWrite): void {
    this.#all.delete(write);
    const key = keyOf(write.kind, write.id);
    const same = this.#byKey.get(key)?.filter((one) => one !== write) ?? [];
    if (same.length === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, same);
    const others = this.#byAudience.get(write.audience);
    others?.delete(write);
    if (others?.size === 0) this.#byAudience.delete(write.audience);
  }

  /** The oldest first. A document may be changed in the same way twice. */
  of(kind: string, id: string): readonly OpenWrite[] {
    return this.#byKey.get(keyOf(kind, id)) ?? [];
  }

  in(audience: string): Iterable<OpenWrite> {
    return this.#byAudience.get(audience) ?? [];
  }

  /** The oldest first. */
  all(): Iterable<OpenWrite> {
    return this.#all;
  }
}

const keyOf = (kind: string, id: string) => `${kind} ${id}`;

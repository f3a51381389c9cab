import { deepStrictEqual } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Document, Fields } from './wire.ts';

export interface Frame {
  event: 'added' | 'changed' | 'removed';
  id: string;
  /** For `added`, all fields but the _id; for `changed`, the new values. */
  fields: Fields;
  /** For `changed`: removed fields. */
  cleared: string[];
}

const timeout_ms = 20_000;

/** One subscription's documents, from its snapshot and changes. */
export class View {
  /** Changes since the snapshot, or since `frames` was emptied. */
  readonly frames: Frame[] = [];
  /** Inconsistent changes: a document added twice, or changed without being in the view. */
  readonly violations: string[] = [];
  /** The ids of the snapshot in the publication's order: as received, or sorted like the transport's clients do. */
  snapshot: string[] = [];
  /** The documents of the snapshot. */
  initial: Document[] = [];
  /** Ends the subscription. */
  stop: () => Promise<void> = async () => {};
  /** The publication's parameters. */
  readonly name: string;
  readonly #documents = new Map<string, Fields>();
  readonly #waiting = new Set<() => void>();

  constructor(name: string) {
    this.name = name;
  }

  /** By _id. */
  get documents(): Document[] {
    return byId([...this.#documents].map(([_id, fields]) => ({ _id, ...fields })));
  }

  /** Starts from a snapshot, or starts over from a new one. */
  begin(documents: Document[]): void {
    this.#documents.clear();
    for (const { _id, ...fields } of documents) {
      if (this.#documents.has(_id)) this.violations.push(`${this.name}: ${_id} twice in one snapshot`);
      this.#documents.set(_id, fields);
    }
    this.initial = documents;
    this.snapshot = documents.map(({ _id }) => _id);
    this.#notify();
  }

  /**
   * The changes so far were the snapshot.
   * @param sorted sorts documents in the publication's order
   */
  snapshotIsComplete(sorted: (documents: Document[]) => Document[]): void {
    this.frames.length = 0;
    this.initial = sorted(this.documents);
    this.snapshot = this.initial.map(({ _id }) => _id);
  }

  apply(frame: Frame): void {
    const { event, id, fields, cleared } = frame;
    this.frames.push(frame);
    const known = this.#documents.get(id);
    if ((event === 'added') === (known !== undefined)) {
      const state = known === undefined ? 'which is not in the view' : 'which is in the view already';
      this.violations.push(`${this.name}: ${event} ${id}, ${state}`);
    }
    if (event === 'removed') this.#documents.delete(id);
    else {
      const next = { ...known, ...fields };
      for (const name of cleared) delete next[name];
      this.#documents.set(id, next);
    }
    this.#notify();
  }

  /** Resolves as soon as the condition holds; checked after each change. */
  async until(what: string, condition: (view: View) => boolean): Promise<void> {
    await this.#waitUntil(condition, () => {
      throw new Error(`${this.name}: ${what} did not happen within ${timeout_ms / 1000} s`);
    });
  }

  /** Resolves as soon as the view has exactly these documents, field by field. */
  async untilHolds(documents: readonly Fields[]): Promise<void> {
    const expected = byId([...(documents as Document[])]);
    await this.#waitUntil(
      () => isDeepStrictEqual(this.documents, expected),
      () => deepStrictEqual(this.documents, expected, `${this.name}: after ${timeout_ms / 1000} s`),
    );
  }

  has(id: string): boolean {
    return this.#documents.has(id);
  }

  /** The number of `frames` with an event. */
  count(event: Frame['event']): number {
    return this.frames.filter((frame) => frame.event === event).length;
  }

  #waitUntil(condition: (view: View) => boolean, fail: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!condition(this)) return;
        done();
        resolve();
      };
      const timer = setTimeout(() => {
        done();
        try {
          fail();
          resolve();
        } catch (error) {
          reject(error);
        }
      }, timeout_ms);
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
      };
      this.#waiting.add(look);
      look();
    });
  }

  #notify(): void {
    for (const look of [...this.#waiting]) look();
  }
}

/**
 * @param direction of `createdAt`, and of `_id` within the same millisecond
 * @returns a sorted copy
 */
export function inOrder<Item extends Document>(documents: readonly Item[], direction: 1 | -1): Item[] {
  const sign = (a: Item, b: Item) => {
    const apart_ms = (a.createdAt as Date).getTime() - (b.createdAt as Date).getTime();
    if (apart_ms !== 0) return apart_ms;
    return a._id < b._id ? -1 : 1;
  };
  return documents.toSorted((a, b) => direction * sign(a, b));
}

/** The order of `presence.byRoom`, strings compared as MongoDB does. @returns a sorted copy */
export function byNickname(documents: readonly Document[]): Document[] {
  const key = ({ _id, nickname }: Document) => Buffer.from(`${nickname}\0${_id}`);
  return documents.toSorted((a, b) => Buffer.compare(key(a), key(b)));
}

function byId(documents: Document[]): Document[] {
  return documents.sort((a, b) => (a._id < b._id ? -1 : 1));
}

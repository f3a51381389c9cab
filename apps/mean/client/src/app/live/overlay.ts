import { signal } from '@angular/core';
import type { CollectionName, DocumentOf, MethodName } from '@meteor-vs-mean/contract';

/** A document as shown on a page. */
export type Row<Name extends CollectionName = CollectionName> = DocumentOf<Name> & {
  /** It has a change that the server hasn't confirmed yet. */
  pending: boolean;
};

/** A document of any collection. */
export type AnyRow = { _id: string; pending: boolean } & Record<string, unknown>;

/** A write's effect on one document, as predicted by this browser. */
export type Effect = { collection: CollectionName; id: string } & (
  | { kind: 'put'; document: { _id: string } & Record<string, unknown> }
  | { kind: 'update'; fields: Record<string, unknown> }
  | { kind: 'remove' }
);

/** A write that isn't in the server's state yet. */
export interface Write {
  method: MethodName;
  input: object;
  state: 'waiting' | 'sent' | 'acknowledged';
  /** Its remaining effects, by collection and id; several writes may change one document. */
  effects: Map<string, Effect & { isSeen?: boolean }>;
}

const keyOf = (collection: CollectionName, id: string) => `${collection}:${id}`;

/**
 * Local writes on top of the server's state. A write leaves when the server rejected it, or when it was acknowledged
 * and its change has arrived, in either order; until both have happened the row must not jump back.
 */
export class Overlay {
  #writes: Write[] = [];
  readonly #version = signal(0);

  add(method: MethodName, input: object, effects: Effect[]): Write {
    const byKey = new Map(effects.map((effect) => [keyOf(effect.collection, effect.id), effect]));
    const write: Write = { method, input, state: 'waiting', effects: byKey };
    this.#writes.push(write);
    this.#change();
    return write;
  }

  /** Undoes a write, if it is still there. */
  remove(write: Write): void {
    if (!this.#writes.includes(write)) return;
    this.#writes = this.#writes.filter((each) => each !== write);
    this.#change();
  }

  /** Undoes all writes. */
  clear(): void {
    this.#writes = [];
    this.#change();
  }

  /** The server acknowledged a write. Effects that have already arrived are dropped. */
  acknowledge(write: Write): void {
    write.state = 'acknowledged';
    for (const [key, { isSeen }] of write.effects) if (isSeen) write.effects.delete(key);
    this.#sweep();
  }

  /**
   * A document arrived in its current state, or was removed (undefined). It confirms at most the oldest pending change,
   * because later ones get their own.
   */
  saw(collection: CollectionName, id: string, document: object | undefined): void {
    const key = keyOf(collection, id);
    for (const write of this.#writes) {
      const effect = write.effects.get(key);
      if (!effect || effect.isSeen) continue;
      if (write.state === 'waiting' || !shows(document, effect)) return;
      if (write.state === 'acknowledged') write.effects.delete(key);
      else effect.isSeen = true;
      this.#sweep();
      return;
    }
  }

  /**
   * A snapshot contains every write that was acknowledged before it was requested. It says nothing about documents that
   * aren't in it, because they may be in another list.
   */
  sawSnapshot(collection: CollectionName, documents: ReadonlyMap<string, object>): void {
    for (const write of this.#writes) {
      for (const [key, effect] of write.effects) {
        const document = documents.get(effect.id);
        if (effect.collection !== collection || write.state === 'waiting' || !document) continue;
        if (write.state === 'acknowledged') write.effects.delete(key);
        else if (shows(document, effect)) effect.isSeen = true;
      }
    }
    this.#sweep();
  }

  /**
   * @param stored the server's documents, in order
   * @param belongs whether a new document belongs to them
   * @param newestFirst whether new ones are first instead of last
   */
  over(
    collection: CollectionName,
    stored: readonly AnyRow[],
    belongs: (document: Record<string, unknown>) => boolean,
    newestFirst: boolean,
  ): readonly AnyRow[] {
    this.#version();
    const writes = this.#writes.filter(({ effects }) => {
      for (const effect of effects.values()) if (effect.collection === collection) return true;
      return false;
    });
    if (writes.length === 0) return stored;
    const rows = new Map(stored.map((row) => [row._id, row]));
    const fresh: string[] = [];
    for (const { effects, state } of writes) {
      const pending = state !== 'acknowledged';
      for (const effect of effects.values()) {
        if (effect.collection !== collection) continue;
        const row = rows.get(effect.id);
        if (effect.kind === 'remove') {
          rows.delete(effect.id);
        } else if (effect.kind === 'update') {
          if (row) rows.set(effect.id, { ...row, ...effect.fields, pending: row.pending || pending });
        } else if (!row && belongs(effect.document)) {
          rows.set(effect.id, { ...effect.document, pending });
          fresh.push(effect.id);
        }
      }
    }
    if (!newestFirst) return [...rows.values()];
    const isFresh = new Set(fresh);
    const others = [...rows.values()].filter(({ _id }) => !isFresh.has(_id));
    return [...fresh.reverse().flatMap((id) => rows.get(id) ?? []), ...others];
  }

  #sweep(): void {
    this.#writes = this.#writes.filter(({ state, effects }) => state !== 'acknowledged' || effects.size > 0);
    this.#change();
  }

  #change(): void {
    this.#version.update((version) => version + 1);
  }
}

function shows(document: object | undefined, effect: Effect): boolean {
  if (effect.kind === 'remove') return document === undefined;
  if (effect.kind === 'put') return document !== undefined;
  return (
    document !== undefined &&
    Object.entries(effect.fields).every(([field, value]) => document[field as never] === value)
  );
}

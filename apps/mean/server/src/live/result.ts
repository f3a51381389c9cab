import { isDeepStrictEqual } from 'node:util';
import type { Query, WireDate, WireDocument } from '@meteor-vs-mean/contract';
import type { Update, Write } from './event.ts';
import { brings, has, patched } from './paths.ts';

/** A subscriber's message: an event's name and, after the channel, its arguments. */
export type Change =
  | ['added', document: WireDocument]
  | ['changed', id: string, fields: Record<string, unknown>, cleared?: string[]]
  | ['removed', id: string];

/**
 * The documents of one query, in its order, updated by applying writes.
 * Pure: it reads nothing, and sets `incomplete` when only the database can tell what belongs to the result.
 */
export class Result {
  /** In the query's order. It changes in place, so encode it in the same tick. */
  readonly documents: WireDocument[];
  /** Set when only the database knows a document's current state, or whether another document belongs here. */
  incomplete = false;
  readonly #query: Query;
  readonly #filter: [string, string | null][];
  readonly #sort: [string, 1 | -1][];
  readonly #byId: Map<string, WireDocument>;

  /** @param documents in the query's order */
  constructor(query: Query, documents: WireDocument[]) {
    this.#query = query;
    this.#filter = Object.entries(query.filter);
    this.#sort = Object.entries(query.sort);
    this.documents = documents;
    this.#byId = new Map(documents.map((document) => [document._id, document]));
  }

  /** @returns the changes for a subscriber with the previous documents */
  apply(write: Write): Change[] {
    if (write.kind === 'put') return this.#put(write.document);
    if (write.kind === 'remove') return this.#byId.has(write.id) ? this.#remove(write.id) : [];
    const held = this.#byId.get(write.id);
    if (held) {
      const next = write.inside ? patched(held, write) : updated(held, write);
      if (next) return this.#replace(held, next);
      this.incomplete = true; // the update was to another version of the document
      return [];
    }
    if (this.#mayEnter(write)) this.incomplete = true;
    return [];
  }

  /** The changes from this result to the other. */
  changesTo(other: Result): Change[] {
    const changes: Change[] = [];
    for (const { _id } of this.documents) if (!other.#byId.has(_id)) changes.push(['removed', _id]);
    for (const document of other.documents) {
      const held = this.#byId.get(document._id);
      const change: Change | undefined = held ? difference(held, document) : ['added', document];
      if (change) changes.push(change);
    }
    return changes;
  }

  get #isFull(): boolean {
    return this.documents.length === this.#query.limit;
  }

  #put(document: WireDocument): Change[] {
    const held = this.#byId.get(document._id);
    if (held) return this.#replace(held, document);
    if (!this.#matches(document)) return [];
    const position = this.#position(document);
    const isLast = position === this.documents.length;
    // Beyond a full window; or at the end of one that may lack earlier documents.
    if (isLast && (this.#isFull || (this.incomplete && this.#query.limit !== undefined))) return [];
    const fallsOut = this.#isFull ? this.documents.at(-1) : undefined;
    this.documents.splice(position, 0, document);
    this.#byId.set(document._id, document);
    const changes: Change[] = [['added', document]];
    if (fallsOut) {
      this.documents.pop();
      this.#byId.delete(fallsOut._id);
      changes.push(['removed', fallsOut._id]);
    }
    return changes;
  }

  #replace(held: WireDocument, next: WireDocument): Change[] {
    if (!this.#matches(next)) return this.#remove(held._id);
    const change = difference(held, next);
    if (!change) return [];
    const wasFull = this.#isFull;
    this.documents.splice(this.#indexOf(held), 1);
    const position = this.#position(next);
    this.documents.splice(position, 0, next);
    this.#byId.set(next._id, next);
    // It moved to the end of a full window, so a document outside may now come before it.
    const moved = this.#compare(held, next) !== 0;
    if (moved && wasFull && position === this.documents.length - 1) this.incomplete = true;
    return [change];
  }

  #remove(id: string): Change[] {
    const held = this.#byId.get(id) as WireDocument;
    if (this.#isFull) this.incomplete = true; // the document after the window moves up
    this.documents.splice(this.#indexOf(held), 1);
    this.#byId.delete(id);
    return [['removed', id]];
  }

  /** Whether an update of a document outside the result may have brought it in. */
  #mayEnter(write: Update): boolean {
    let isTouched = false;
    for (const [path, value] of this.#filter) {
      const brought = brings(write, path, value);
      if (brought === false) return false;
      if (brought) isTouched = true;
    }
    if (isTouched) return true;
    const touches = ([field]: [string, unknown]) => field in write.fields || write.cleared.includes(field);
    return this.#query.limit !== undefined && this.#sort.some(touches);
  }

  #matches(document: WireDocument): boolean {
    return this.#filter.every(([path, value]) => document[path] === value || has(document, path, value));
  }

  #indexOf(held: WireDocument): number {
    const position = this.#position(held);
    // MongoDB sorts ids that the contract doesn't allow (beyond ASCII) differently from JavaScript.
    return this.documents[position] === held ? position : this.documents.indexOf(held);
  }

  /** The document's position, or where it would be inserted. The sort ends in _id, so no two are equal. */
  #position(document: WireDocument): number {
    let low = 0;
    let high = this.documents.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.documents[middle] as WireDocument, document) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(a: WireDocument, b: WireDocument): number {
    for (const [field, direction] of this.#sort) {
      const left = rank(a[field]);
      const right = rank(b[field]);
      if (left < right) return -direction;
      if (left > right) return direction;
    }
    return 0;
  }
}

/** Publications sort by ids (ASCII) and dates. */
function rank(value: unknown): string | number {
  return typeof value === 'string'
    ? value
    : ((value as WireDate | undefined)?.$date ?? Number.NEGATIVE_INFINITY);
}

function updated(document: WireDocument, { fields, cleared }: Update): WireDocument {
  const next: WireDocument = { ...document, ...fields };
  for (const field of cleared) delete next[field];
  return next;
}

/** A `changed` with the fields that differ, or undefined. */
function difference(before: WireDocument, after: WireDocument): Change | undefined {
  const fields: Record<string, unknown> = {};
  let isDifferent = false;
  for (const [field, value] of Object.entries(after)) {
    if (isDeepStrictEqual(value, before[field])) continue;
    fields[field] = value;
    isDifferent = true;
  }
  const cleared = Object.keys(before).filter((field) => !(field in after));
  if (cleared.length > 0) return ['changed', after._id, fields, cleared];
  return isDifferent ? ['changed', after._id, fields] : undefined;
}

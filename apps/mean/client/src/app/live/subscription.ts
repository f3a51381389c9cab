import { computed, makeStateKey, type Signal, signal } from '@angular/core';
import {
  type CollectionName,
  fromWire,
  orders,
  type ParamsOf,
  type PublicationName,
  toWire,
  type WireDocument,
} from '@meteor-vs-mean/contract';
import type { AnyRow, Overlay, Row } from './overlay';

/** The name that identifies it for all who hold it. */
export function keyOf(name: PublicationName, params: object): string {
  return `${name} ${JSON.stringify(Object.entries(params).sort())}`;
}

/** The key of its documents in a server-rendered page. */
export const renderedDocuments = (key: string) => makeStateKey<WireDocument[]>(key);

/** The collection of a publication's documents: the first part of its name. */
export type CollectionOf<Name extends PublicationName> = Name extends `${infer Collection}.${string}`
  ? Extract<Collection, CollectionName>
  : never;

/** One live query of this page, shared by all who hold it. It keeps its documents while offline. */
export class Subscription<Name extends PublicationName = PublicationName> {
  readonly name: Name;
  readonly params: ParamsOf<Name>;
  readonly collection: CollectionName;
  /** The number of holds. */
  holders = 0;
  /** Set while the server sends changes. */
  channel: string | undefined;
  /** Whether the first snapshot has arrived. */
  readonly isReady = signal(false);
  /** The server's documents, in the publication's order. */
  readonly stored: Signal<readonly Row<CollectionOf<Name>>[]>;
  /** The same, with local writes applied. */
  readonly rows: Signal<readonly Row<CollectionOf<Name>>[]>;
  readonly #documents = new Map<string, AnyRow>();
  /** Documents change in place, because 5,000 changes may arrive in a tick; this signal notifies readers. */
  readonly #version = signal(0);

  constructor(name: Name, params: ParamsOf<Name>, overlay: Overlay) {
    this.name = name;
    this.params = params;
    this.collection = name.slice(0, name.indexOf('.')) as CollectionName;
    const order = orders[this.collection];
    const belongs = belonging(name, params);
    const stored = computed(() => {
      this.#version();
      return [...this.#documents.values()].sort(by(order));
    });
    this.stored = stored as unknown as typeof this.stored;
    this.rows = computed(() =>
      overlay.over(this.collection, stored(), belongs, order.createdAt === -1),
    ) as unknown as typeof this.rows;
  }

  /** Replaces all documents with a snapshot, after which the server sends changes. */
  replace(channel: string, documents: WireDocument[]): ReadonlyMap<string, AnyRow> {
    this.channel = channel;
    return this.restore(documents);
  }

  /** Replaces all documents with those of a server-rendered page. */
  restore(documents: WireDocument[]): ReadonlyMap<string, AnyRow> {
    this.#documents.clear();
    for (const document of documents) this.#put(document);
    this.#change();
    this.isReady.set(true);
    return this.#documents;
  }

  /** Its documents are still current, and the server now sends changes. */
  keep(channel: string): ReadonlyMap<string, AnyRow> {
    this.channel = channel;
    return this.#documents;
  }

  /** The contract's digest of its documents; undefined if there are none, or the page isn't secure. */
  digest(): Promise<string> | undefined {
    if (!this.isReady() || !crypto.subtle) return undefined;
    const documents = this.stored().map(({ pending: _, ...document }) => toWire(document));
    return digestOf(JSON.stringify(documents));
  }

  /** The account has changed: documents that only the previous one may see disappear at once. */
  forget(): void {
    if (!isPersonal(this.name)) return;
    this.channel = undefined;
    this.#documents.clear();
    this.#change();
    this.isReady.set(false);
  }

  added(document: WireDocument): AnyRow {
    const row = this.#put(document);
    this.#change();
    return row;
  }

  /** @returns the current document; undefined if there is none */
  changed(id: string, fields: Record<string, unknown>, cleared: string[] = []): AnyRow | undefined {
    const held = this.#documents.get(id);
    if (!held) return undefined;
    const row: AnyRow = { ...held, ...(fromWire(fields as never) as object) };
    for (const field of cleared) delete row[field];
    this.#documents.set(id, row);
    this.#change();
    return row;
  }

  removed(id: string): void {
    if (this.#documents.delete(id)) this.#change();
  }

  #put(document: WireDocument): AnyRow {
    const row = { ...fromWire<Record<string, unknown>>(document), pending: false } as unknown as AnyRow;
    this.#documents.set(row._id, row);
    return row;
  }

  #change(): void {
    this.#version.update((version) => version + 1);
  }
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether its documents may depend on the account. */
function isPersonal(name: PublicationName): boolean {
  return name === 'lists.mine' || name === 'todos.byList';
}

/** Whether a new document will be in this publication; local private lists are always the account's own. */
function belonging(name: PublicationName, params: object): (document: Record<string, unknown>) => boolean {
  if (name === 'lists.all') return ({ owner }) => owner === undefined;
  if (name === 'lists.mine') return ({ owner }) => owner !== undefined;
  const { limit: _, ...filter } = params as Record<string, unknown>;
  const fields = Object.entries(filter);
  return (document) => fields.every(([field, value]) => document[field] === value);
}

function by(order: Record<string, 1 | -1>): (a: AnyRow, b: AnyRow) => number {
  const fields = Object.entries(order);
  return (a, b) => {
    for (const [field, direction] of fields) {
      const left = a[field] as string | number | Date;
      const right = b[field] as string | number | Date;
      if (left < right) return -direction;
      if (left > right) return direction;
    }
    return 0;
  };
}

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

/** The name that all who hold a subscription know it by. */
export function keyOf(name: PublicationName, params: object): string {
  return `${name} ${JSON.stringify(Object.entries(params).sort())}`;
}

/** Under this key what a page was rendered from comes with it. */
export const renderedDocuments = (key: string) => makeStateKey<WireDocument[]>(key);

/** The collection that a publication's documents are of: the first part of its name. */
export type CollectionOf<Name extends PublicationName> = Name extends `${infer Collection}.${string}`
  ? Extract<Collection, CollectionName>
  : never;

/** One live query of this page, shared by all who hold it. What it holds stays while there is no connection. */
export class Subscription<Name extends PublicationName = PublicationName> {
  readonly name: Name;
  readonly params: ParamsOf<Name>;
  readonly collection: CollectionName;
  /** How many hold it. */
  holders = 0;
  /** Set while the server sends its changes. */
  channel: string | undefined;
  /** The first snapshot has come. */
  readonly isReady = signal(false);
  /** What the server has, in the publication's order. */
  readonly stored: Signal<readonly Row<CollectionOf<Name>>[]>;
  /** The same, with what was done here and isn't there yet. */
  readonly rows: Signal<readonly Row<CollectionOf<Name>>[]>;
  readonly #documents = new Map<string, AnyRow>();
  /** Documents change in place, for 5,000 changes may come in a tick; this tells those who look. */
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

  /** Replaces all that was held, as of when the server begins to send its changes. */
  replace(channel: string, documents: WireDocument[]): ReadonlyMap<string, AnyRow> {
    this.channel = channel;
    return this.restore(documents);
  }

  /** The same, as of an earlier moment. */
  restore(documents: WireDocument[]): ReadonlyMap<string, AnyRow> {
    this.#documents.clear();
    for (const document of documents) this.#put(document);
    this.#change();
    this.isReady.set(true);
    return this.#documents;
  }

  /** What it holds is what the server has, as of when that begins to send its changes. */
  keep(channel: string): ReadonlyMap<string, AnyRow> {
    this.channel = channel;
    return this.#documents;
  }

  /** Of what it holds, as the contract has it; undefined if that is nothing, or the page isn't a secure one. */
  digest(): Promise<string> | undefined {
    if (!this.isReady() || !crypto.subtle) return undefined;
    const documents = this.stored().map(({ pending: _, ...document }) => toWire(document));
    return digestOf(JSON.stringify(documents));
  }

  /** Another account, or a guest, subscribes from now on: what only the one before may see is gone at once. */
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

  /** @returns the document as it is now; undefined if it isn't held */
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

/** Whether what it holds may depend on who subscribes. */
function isPersonal(name: PublicationName): boolean {
  return name === 'lists.mine' || name === 'todos.byList';
}

/** Whether a document that is made here will be published there: here, private lists are always the account's own. */
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

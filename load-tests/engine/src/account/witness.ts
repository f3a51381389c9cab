import type { Change, Subscription, Transport } from '@meteor-vs-mean/pubsub-client';
import type { View, ViewEvent } from '../script/config.ts';

type Document = Record<string, unknown>;

/** All documents that a subscriber sees, by collection (on Socket.io `''`) and id, as they came over the wire. */
export type Documents = Record<string, Record<string, Document>>;

/** Builds the view of one connection from all its changes and snapshots. */
export interface Witness {
  snapshot(subscription: Subscription): void;
  take(change: Change): void;
  /** The connection is new, and the app sends everything again. */
  reset(): void;
  documents(): Documents;
  /** Ids of documents that the app took away. */
  gone(): Iterable<string>;
}

/** @param view how Socket.io's events map to documents; DDP needs none */
export function makeWitness(transport: Transport, view: View | undefined): Witness | undefined {
  if (transport !== 'socketio') return ddpWitness();
  return view === undefined ? undefined : socketWitness(view);
}

function ddpWitness(): Witness {
  const collections = new Map<string, Map<string, Document>>();
  const gone = new Set<string>();
  return {
    snapshot() {}, // its documents came as `added`
    take({ event, collection, args }) {
      if (collection === undefined) return;
      const { id, fields, cleared } = args[0] as { id: string; fields?: Document; cleared?: string[] };
      const documents = collections.get(collection) ?? new Map<string, Document>();
      collections.set(collection, documents);
      if (event === 'added') documents.set(id, { _id: id, ...fields });
      else if (event === 'changed') merge(documents.get(id), fields, cleared);
      else if (event === 'removed') {
        documents.delete(id);
        gone.add(id);
      }
    },
    reset: () => {
      collections.clear();
      gone.clear();
    },
    gone: () => gone,
    documents: () =>
      Object.fromEntries([...collections].map(([name, documents]) => [name, Object.fromEntries(documents)])),
  };
}

function socketWitness({ key, snapshot: field, events }: View): Witness {
  const documents = new Map<string, Document>();
  const gone = new Set<string>();
  const put = (document: unknown) => {
    const id = (document as Document | null | undefined)?.[key];
    if (id !== undefined) documents.set(String(id), { ...(document as Document) });
  };
  return {
    snapshot(subscription) {
      documentsOf(subscription, field).forEach(put);
    },
    take({ event, args }) {
      const mapping = events.find((one) => one.event === event);
      if (mapping === undefined) return;
      if (mapping.document !== undefined) put(args[mapping.document]);
      else takeById(documents, mapping, args, gone);
    },
    reset: () => {
      documents.clear();
      gone.clear();
    },
    gone: () => gone,
    documents: () => ({ '': Object.fromEntries(documents) }),
  };
}

/** The documents in the answer to a subscription. */
function documentsOf({ snapshot }: Subscription, field: string | undefined): unknown[] {
  const list = field === undefined ? snapshot : (snapshot as Document | undefined)?.[field];
  return Array.isArray(list) ? list : [];
}

/**
 * Turns a snapshot into one change per document. DDP's snapshot comes as changes anyway, so there are none here.
 * @param view how Socket.io's events map to documents; without a view the snapshot can't be read
 */
export function changesIn(subscription: Subscription, view: View | undefined): Change[] {
  const whole = view?.events.find(({ document }) => document !== undefined);
  if (view === undefined || whole?.document === undefined) return [];
  const { event, document: place } = whole;
  return documentsOf(subscription, view.snapshot).map((document) => {
    const args: unknown[] = [];
    args[place] = document;
    return { event, args };
  });
}

/** An event with fields changes them; an event without fields removes the document. */
function takeById(
  documents: Map<string, Document>,
  mapping: ViewEvent,
  args: unknown[],
  gone: Set<string>,
): void {
  const id = String(args[mapping.id as number]);
  if (mapping.fields === undefined) {
    documents.delete(id);
    gone.add(id);
  } else {
    const cleared = mapping.cleared === undefined ? undefined : (args[mapping.cleared] as string[]);
    merge(documents.get(id), args[mapping.fields] as Document, cleared);
  }
}

function merge(
  document: Document | undefined,
  fields: Document | undefined,
  cleared?: string[] | null,
): void {
  if (document === undefined) return;
  Object.assign(document, fields);
  for (const name of cleared ?? []) delete document[name];
}

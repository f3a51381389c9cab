import type { Change } from '@meteor-vs-mean/pubsub-client';
import ejson from 'ejson';

type Document = Record<string, unknown>;

/** Collects the documents of a DDP subscription's snapshot. */
export class Snapshot {
  readonly #collections: Record<string, Document[]> = {};

  take({ event, collection, args }: Change): void {
    if (event !== 'added' || collection === undefined) return;
    const { id, fields } = args[0] as { id: string; fields?: Document };
    const documents = this.#collections[collection] ?? [];
    this.#collections[collection] = documents;
    documents.push({ _id: decodedId(id), ...(ejson.fromJSONValue((fields ?? {}) as never) as Document) });
  }

  /** Each with its `_id`, by collection. */
  documents(): Record<string, Document[]> {
    return this.#collections;
  }
}

/** Meteor writes an ObjectID as its 24 digits, and puts a `-` before a text that could be taken for one. */
function decodedId(id: string): unknown {
  if (/^[0-9a-f]{24}$/i.test(id)) return { $type: 'oid', $value: id };
  return id.startsWith('-') ? id.slice(1) : id;
}

import { Mongo } from 'meteor/mongo';

// biome-ignore lint/suspicious/noExplicitAny: each collection's copy has its documents
const copies = new Map<Mongo.Collection<any>, Mongo.Collection<any>>();

/**
 * Of a collection, the documents that the page came with, until subscriptions have brought them. They are apart: Meteor
 * takes what it finds in a collection itself for the server's or a stub's.
 */
export function pageCopyOf<Document extends { _id: string }>(
  collection: Mongo.Collection<Document>,
): Mongo.Collection<Document> {
  const copy = copies.get(collection) ?? new Mongo.Collection<Document>(null);
  copies.set(collection, copy);
  return copy;
}

/**
 * The collection and its copy, for a stub to change documents in both. The collection is given what only the copy has:
 * Meteor takes it for the stub's then, and what a subscription brings of it waits until the stub's method is answered.
 */
export function withPageCopy<Document extends { _id: string }>(
  collection: Mongo.Collection<Document>,
  selector: Mongo.Selector<Document>,
): Mongo.Collection<Document>[] {
  const copy = pageCopyOf(collection);
  for (const document of copy.find(selector).fetch()) {
    if (!collection.findOne(document._id)) collection.insert(document as never);
  }
  return [collection, copy];
}

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

/** The collection and its copy: a stub changes a document in whichever has it. */
export function withPageCopy<Document extends { _id: string }>(
  collection: Mongo.Collection<Document>,
): Mongo.Collection<Document>[] {
  return [collection, pageCopyOf(collection)];
}

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
 * Has the collection itself hold what a stub is about to change. Meteor takes that for the stub's own then: what the
 * server sends of it is shown when the stub's method is answered, and not before.
 */
export function moveFromPageCopy<Document extends { _id: string }>(
  collection: Mongo.Collection<Document>,
  selector: Mongo.Selector<Document>,
): void {
  const copy = pageCopyOf(collection);
  for (const document of copy.find(selector).fetch()) {
    copy.remove(document._id);
    if (!collection.findOne(document._id)) collection.insert(document as never);
  }
}

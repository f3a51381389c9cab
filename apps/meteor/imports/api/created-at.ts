import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';

/**
 * When a document is made. The server's clock says so; a stub's guess lies after all that is there already, so that
 * a new row is the last one whatever the browser's clock shows.
 */
export async function createdAtIn<Document extends { _id: string; createdAt: Date }>(
  collection: Mongo.Collection<Document>,
  selector: Mongo.Selector<Document>,
): Promise<Date> {
  const now = Date.now();
  if (Meteor.isServer) return new Date(now);
  const newest = await collection.findOneAsync(selector, { sort: { createdAt: -1 } });
  return new Date(Math.max(now, (newest?.createdAt.getTime() ?? 0) + 1));
}

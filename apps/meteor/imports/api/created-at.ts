import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';

/** So far ahead that a row still pending stays below those that the server has dated; the time of day is the same. */
const day_ms = 86_400_000;

/**
 * When a document is made. The server's clock says so; a stub's guess lies after all that is there already and that
 * comes meanwhile, so that rows keep the order in which they were written whatever the browser's clock shows.
 */
export async function createdAtIn<Document extends { _id: string; createdAt: Date }>(
  collection: Mongo.Collection<Document>,
  selector: Mongo.Selector<Document>,
): Promise<Date> {
  const now = Date.now();
  if (Meteor.isServer) return new Date(now);
  const newest = await collection.findOneAsync(selector, { sort: { createdAt: -1 } });
  return new Date(Math.max(now + day_ms, (newest?.createdAt.getTime() ?? 0) + 1));
}

import type { Mongo } from 'meteor/mongo';

/** So far ahead that a row still pending stays below those that the server has dated; the time of day is the same. */
const day_ms = 86_400_000;

/**
 * A stub's guess at when its document is made: after all that is there already and that comes meanwhile, so that rows
 * keep the order in which they were written whatever the browser's clock shows.
 */
export function pendingDate<Document extends { _id: string; createdAt: Date }>(
  collection: Mongo.Collection<Document>,
  selector: Mongo.Selector<Document>,
): Date {
  const newest = collection.findOne(selector, { sort: { createdAt: -1 } });
  return new Date(Math.max(Date.now() + day_ms, (newest?.createdAt.getTime() ?? 0) + 1));
}

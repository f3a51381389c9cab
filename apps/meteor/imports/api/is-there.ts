import type { Mongo } from 'meteor/mongo';

/** Whether a document is there now. */
export async function isThere<Document extends { _id: string }>(
  collection: Mongo.Collection<Document>,
  _id: string,
): Promise<boolean> {
  const found = await collection.findOneAsync({ _id } as Mongo.Selector<Document>, { fields: { _id: 1 } });
  return found !== undefined;
}

import { type Mongo, MongoInternals } from 'meteor/mongo';

/** Not documented; but what packages that watch or cache what is published have always read. */
interface Described {
  _cursorDescription: {
    collectionName: string;
    selector: object;
    options: { sort?: object; limit?: number };
  };
}

/** @returns bytes of what a cursor finds now, as MongoDB holds it: what a client is sent of it is about as long */
export async function weightOf(cursor: Mongo.Cursor<{ _id: string }>): Promise<number> {
  const { collectionName, selector, options } = (cursor as unknown as Described)._cursorDescription;
  const { sort, limit } = options;
  const [found] = await MongoInternals.defaultRemoteCollectionDriver()
    .mongo.db.collection(collectionName)
    .aggregate<{ bytes: number }>([
      { $match: selector },
      ...(limit === undefined ? [] : [{ $sort: sort }, { $limit: limit }]),
      { $group: { _id: null, bytes: { $sum: { $bsonSize: '$$ROOT' } } } },
    ])
    .toArray();
  return found?.bytes ?? 0;
}

import { type Mongo, MongoInternals } from 'meteor/mongo';

/** Undocumented, but packages that watch or cache publications have always read it. */
interface Described {
  _cursorDescription: {
    collectionName: string;
    selector: object;
    options: { sort?: object; limit?: number };
  };
}

/** @returns the size in bytes of a cursor's documents in MongoDB, which is close to what a client is sent */
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

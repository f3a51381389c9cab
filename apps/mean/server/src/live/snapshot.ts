import { setTimeout as sleep } from 'node:timers/promises';
import { limits, type Query, toWire, type WireDocument } from '@meteor-vs-mean/contract';
import { type ClientSession, MongoServerError, type Timestamp } from 'mongodb';
import type { Database } from '../database.ts';
import type { Snapshot } from './view.ts';

/** Right after a collection was made, dropped or indexed, MongoDB can't read it at a time yet: 246, 239. */
const passing = new Set([246, 239]);

/** Reads a query's documents from one majority-committed moment, and says which. */
export async function readSnapshot({ client, db }: Database, query: Query): Promise<Snapshot> {
  for (let attempt = 1; ; attempt++) {
    // The driver sets the time from MongoDB's answer, but leaves it out of its types.
    const session: ClientSession & { snapshotTime?: Timestamp } = client.startSession({ snapshot: true });
    try {
      const cursor = db.collection<{ _id: string }>(query.collection).find(query.filter, {
        session,
        sort: query.sort,
        limit: query.limit ?? 0,
        batchSize: limits.todosPerList, // one round trip
      });
      const documents = toWire(await cursor.toArray()) as unknown as WireDocument[];
      if (!session.snapshotTime) throw new Error('MongoDB did not say the time of its snapshot');
      return { documents, time: session.snapshotTime };
    } catch (error) {
      if (attempt === 20 || !(error instanceof MongoServerError && passing.has(Number(error.code))))
        throw error;
      await sleep(attempt * 10);
    } finally {
      await session.endSession();
    }
  }
}

/** The newest moment that a snapshot can be of. */
export async function committedTime(database: Database): Promise<Timestamp> {
  const query: Query = { collection: 'lists', filter: { _id: '' }, sort: { _id: 1 }, limit: 1 };
  return (await readSnapshot(database, query)).time;
}

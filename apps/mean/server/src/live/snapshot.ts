import { setTimeout as sleep } from 'node:timers/promises';
import { limits, type Query, toWire, type WireDocument } from '@meteor-vs-mean/contract';
import { type ClientSession, MongoServerError, type Timestamp } from 'mongodb';
import type { Database } from '../database.ts';
import type { Snapshot } from './view.ts';

/** Shortly after a collection was created, dropped or indexed, MongoDB can't read it at a time: 246, 239. */
const passing = new Set([246, 239]);

/** Reads a query's documents at one majority-committed time, and returns that time. */
export async function readSnapshot(database: Database, query: Query): Promise<Snapshot> {
  // MongoDB reports no read time for a collection that doesn't exist. Then read it again at a known time: writes
  // between the two are applied to an empty result, and so is a drop.
  let earliest: Timestamp | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      const { documents, time = earliest } = await readOnce(database, query);
      if (time) return { documents, time };
      earliest = await committedTime(database);
    } catch (error) {
      if (attempt === 20 || !(error instanceof MongoServerError && passing.has(Number(error.code))))
        throw error;
      await sleep(attempt * 10);
    }
  }
}

async function readOnce(
  { client, db }: Database,
  query: Query,
): Promise<{ documents: WireDocument[]; time?: Timestamp }> {
  // The driver sets the time from MongoDB's answer, but its types don't declare it.
  const session: ClientSession & { snapshotTime?: Timestamp } = client.startSession({ snapshot: true });
  try {
    const cursor = db.collection<{ _id: string }>(query.collection).find(query.filter, {
      session,
      sort: query.sort,
      limit: query.limit ?? 0,
      batchSize: limits.todosPerList, // one round trip
    });
    const documents = toWire(await cursor.toArray()) as unknown as WireDocument[];
    return session.snapshotTime ? { documents, time: session.snapshotTime } : { documents };
  } finally {
    await session.endSession();
  }
}

/** Every write up to this time is on a majority: snapshots show it, and a change stream can start here. */
export async function committedTime({ db }: Database): Promise<Timestamp> {
  const { lastWrite } = await db.command({ hello: 1 });
  return lastWrite.majorityOpTime.ts;
}

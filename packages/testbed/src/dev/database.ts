import { toWire } from '@meteor-vs-mean/contract';
import { type ChangeStreamDocument, MongoClient } from 'mongodb';
import type { NamedPlace } from './observer.ts';
import { collections, type Sighting, type WatchedCollection } from './sighting.ts';

/** MongoDB's own account of what was written, and when. */
export interface DatabaseWatch {
  /** MongoDB runs on this machine, so that its clock is ours. */
  readonly isLocal: boolean;
  /** The newest public lists and rooms, newest first: at most `count` of each. */
  newest(count: number): Promise<NamedPlace[]>;
  stop(): Promise<void>;
}

/**
 * @param url with the database's name in its path
 * @param onStored gets each write, with the time that MongoDB wrote it to its oplog, in ms since 1970
 */
export async function watchDatabase(
  url: string,
  onStored: (sighting: Sighting, stored_ms: number | undefined) => void,
): Promise<DatabaseWatch> {
  const client = await MongoClient.connect(url, { serverSelectionTimeoutMS: 10_000 });
  const database = client.db();
  const stream = database.watch([{ $match: { 'ns.coll': { $in: [...collections] } } }]);
  stream.on('change', (change) => {
    const sighting = sightingOf(change);
    if (sighting) onStored(sighting, wallTimeOf(change));
  });
  stream.on('error', () => {}); // MongoDB is gone: the apps say it, and times are then told without it

  async function newest(count: number): Promise<NamedPlace[]> {
    const found = await Promise.all(
      (['lists', 'rooms'] as const).map(async (kind) => {
        const documents = database.collection<{ _id: string; name: string; createdAt: Date; owner?: string }>(
          kind,
        );
        const latest = await documents
          .find({ owner: { $exists: false } })
          .sort({ createdAt: -1, _id: -1 })
          .limit(count)
          .toArray();
        return latest.map(({ _id, name, createdAt }) => ({ kind, id: _id, name, createdAt }));
      }),
    );
    return found.flat();
  }
  async function stop(): Promise<void> {
    await stream.close().catch(() => {});
    await client.close(true);
  }
  const hosts = client.options.hosts.map(({ host }) => host);
  const isLocal = hosts.every((host) => host === '127.0.0.1' || host === 'localhost' || host === '::1');
  return { isLocal, newest, stop };
}

/** From MongoDB 6.0 on. */
function wallTimeOf(change: ChangeStreamDocument): number | undefined {
  return 'wallTime' in change && change.wallTime instanceof Date ? change.wallTime.getTime() : undefined;
}

function sightingOf(change: ChangeStreamDocument): Sighting | undefined {
  if (!('documentKey' in change) || !('coll' in change.ns)) return undefined;
  const base = { collection: change.ns.coll as WatchedCollection, id: String(change.documentKey._id) };
  switch (change.operationType) {
    case 'insert': {
      const { _id, ...fields } = change.fullDocument;
      // A private list: this process subscribes as a guest does, and will never see it.
      if (fields.owner !== undefined) return undefined;
      return { ...base, event: 'added', fields: toWire(fields) as Record<string, unknown>, cleared: [] };
    }
    case 'update': {
      const { updatedFields = {}, removedFields = [] } = change.updateDescription;
      const fields = toWire(updatedFields) as Record<string, unknown>;
      return { ...base, event: 'changed', fields, cleared: removedFields };
    }
    case 'delete':
      return { ...base, event: 'removed', fields: {}, cleared: [] };
    default:
      return undefined;
  }
}

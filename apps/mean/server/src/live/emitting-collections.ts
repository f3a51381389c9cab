import { type CollectionName, collectionNames, toWire, type WireDocument } from '@meteor-vs-mean/contract';
import {
  type ClientSession,
  type Collection,
  MongoServerError,
  MongoWriteConcernError,
  type Timestamp,
} from 'mongodb';
import type { Database } from '../database.ts';
import type { LiveCollection, LiveCollections } from './collection.ts';
import type { Write, WriteEvent } from './event.ts';
import type { Feed, FeedListener } from './feed.ts';
import { Locks } from './locks.ts';

type Stored = { _id: string } & Record<string, unknown>;

/**
 * Mode `emit`: the server notifies its own clients of its own writes, after each is acknowledged. It needs no change
 * stream, and it doesn't see other processes' writes.
 *
 * Socket.io's MongoDB adapter doesn't make several servers possible: it inserts each event separately, so their order
 * is lost; it doesn't report missed events; and it needs a change stream, which this mode avoids.
 */
export class EmittingFeed implements Feed {
  isOpen = false;
  position: Timestamp | undefined;
  resyncs = 0;
  readonly collections: LiveCollections;
  readonly #database: Database;
  readonly #listener: FeedListener;
  readonly #locks = new Locks();

  constructor(database: Database, listener: FeedListener) {
    this.#database = database;
    this.#listener = listener;
    this.collections = Object.fromEntries(
      collectionNames.map((name) => [
        name,
        emitting(database.db.collection<Stored>(name), (ids, write) => this.#announce(name, ids, write)),
      ]),
    ) as unknown as LiveCollections;
  }

  async start(): Promise<void> {
    this.isOpen = true;
  }

  async stop(): Promise<void> {
    this.isOpen = false;
  }

  /** Writes to one document take turns, so they are announced in the order in which they were committed. */
  #announce<Result>(
    name: CollectionName,
    ids: readonly string[],
    write: (session: ClientSession) => Promise<Announced<Result>>,
  ): Promise<Result> {
    const keys = ids.map((id) => `${name}:${id}`);
    return this.#locks.run(keys, () =>
      this.#database.client.withSession(async (session) => {
        try {
          const { result, writes } = await write(session);
          if (writes.length > 0) this.#notify(name, writes, session.operationTime);
          return result;
        } catch (error) {
          if (mayBeWritten(error)) {
            this.resyncs++;
            this.#listener.missed(name);
          }
          throw error;
        }
      }),
    );
  }

  #notify(name: CollectionName, writes: readonly Write[], time: Timestamp | undefined): void {
    if (!time) throw new Error('MongoDB did not say the time of its write');
    for (const each of writes) this.#listener.event({ ...each, collection: name, time } as WriteEvent);
    if (!this.position?.greaterThan(time)) this.position = time;
  }
}

interface Announced<Result> {
  result: Result;
  writes: Write[];
}

/** Locks the documents while they are written and announced. */
type Announce = <Result>(
  ids: readonly string[],
  write: (session: ClientSession) => Promise<Announced<Result>>,
) => Promise<Result>;

/** A collection whose writes first find the ids, then write by id, and announce the writes. */
function emitting(collection: Collection<Stored>, announce: Announce): LiveCollection<Stored> {
  const find = async (filter: object, session?: ClientSession) => {
    const found = collection.find(filter, { projection: { _id: 1 }, ...(session && { session }) });
    return (await found.toArray()).map(({ _id }) => _id);
  };
  /** A filter that names a document by its id needs no read. */
  const idsOf = async (filter: { _id?: unknown }) =>
    typeof filter._id === 'string' ? [filter._id] : find(filter);
  /** The documents that still match, now that they are locked. */
  const matching = async (filter: object, ids: readonly string[], session: ClientSession) =>
    Object.keys(filter).join() === '_id' && ids.length === 1
      ? ids
      : find({ $and: [filter, { _id: { $in: ids } }] }, session);

  /** @param most documents to change */
  const write = async <Result>(
    filter: object,
    most: number,
    change: (ids: readonly string[], session: ClientSession) => Promise<Announced<Result>>,
  ) => {
    const taken = (await idsOf(filter)).slice(0, most);
    return announce(taken, async (session) => change(await matching(filter, taken, session), session));
  };
  const update = (filter: object, change: object, most: number) =>
    write(filter, most, async (ids, session) => {
      const result = await collection.updateMany({ _id: { $in: ids } }, change, { session });
      return { result, writes: result.modifiedCount === 0 ? [] : await changesOf(ids, change, session) };
    });
  const remove = (filter: object, most: number) =>
    write(filter, most, async (ids, session) => {
      const result = await collection.deleteMany({ _id: { $in: ids } }, { session });
      return { result, writes: result.deletedCount === 0 ? [] : ids.map((id) => ({ kind: 'remove', id })) };
    });
  /** The values of `$set` are known; the result of another operator is read back. */
  const changesOf = async (
    ids: readonly string[],
    change: object,
    session: ClientSession,
  ): Promise<Write[]> => {
    if (Object.keys(change).join() === '$set') {
      const fields = toWire((change as { $set: Record<string, unknown> }).$set) as Record<string, unknown>;
      return ids.map((id) => ({ kind: 'update', id, fields, cleared: [] }));
    }
    const documents = await collection.find({ _id: { $in: ids } }, { session }).toArray();
    return toWire(documents).map((document) => ({ kind: 'put', document }) as Write);
  };

  return {
    find: collection.find.bind(collection),
    findOne: collection.findOne.bind(collection),
    countDocuments: collection.countDocuments.bind(collection),
    aggregate: collection.aggregate.bind(collection),
    insertOne: (document) =>
      announce([document._id], async (session) => {
        const result = await collection.insertOne(document, { session });
        return { result, writes: [{ kind: 'put', document: toWire(document) as WireDocument, isNew: true }] };
      }),
    updateOne: (filter, change) => update(filter, change, 1),
    updateMany: (filter, change) => update(filter, change, Number.POSITIVE_INFINITY),
    deleteOne: (filter) => remove(filter, 1),
    deleteMany: (filter) => remove(filter, Number.POSITIVE_INFINITY),
  };
}

/** An error from the server is certain; after a lost connection the write may have happened. */
function mayBeWritten(error: unknown): boolean {
  return !(error instanceof MongoServerError) || error instanceof MongoWriteConcernError;
}

import { type CollectionName, toWire, type WireDocument } from '@meteor-vs-mean/contract';
import { type ClientSession, MongoServerError, MongoWriteConcernError, type Timestamp } from 'mongodb';
import type { Database } from '../database.ts';
import type { Write, WriteEvent } from './event.ts';
import type { Feed, FeedListener } from './feed.ts';
import { Locks } from './locks.ts';
import { collectionOf, differing, type Stored, type Writes } from './writes.ts';

/**
 * Mode `emit`: the server that took a write tells its own clients, once the write is acknowledged. There is no
 * change stream to pay for, and nobody else's write is seen.
 *
 * Socket.io's MongoDB adapter would not make it fit for several servers: it inserts each event by itself, so that their
 * order is lost, it doesn't tell what it missed, and it follows a change stream, which is what this mode does without.
 *
 * Writes to one document are published in the order in which they were committed, because they take turns.
 */
export class PublishedWrites implements Writes, Feed {
  isOpen = false;
  position: Timestamp | undefined;
  resyncs = 0;
  readonly #database: Database;
  readonly #listener: FeedListener;
  readonly #locks = new Locks();

  constructor(database: Database, listener: FeedListener) {
    this.#database = database;
    this.#listener = listener;
  }

  async start(): Promise<void> {
    this.isOpen = true;
  }

  async stop(): Promise<void> {
    this.isOpen = false;
  }

  async insert(name: CollectionName, document: { _id: string }): Promise<void> {
    await this.#publish(name, [document._id], async (session) => {
      await this.#in(name).insertOne(document, { session });
      return [{ kind: 'put', document: toWire(document) as WireDocument, isNew: true }];
    });
  }

  async update(name: CollectionName, id: string, fields: Partial<Stored>): Promise<boolean> {
    const writes = await this.#publish(name, [id], async (session) => {
      const { matchedCount } = await this.#in(name).updateOne({ _id: id }, { $set: fields }, { session });
      return matchedCount === 1 ? [updateOf(id, fields)] : [];
    });
    return writes.length === 1;
  }

  async updateMany(name: CollectionName, filter: object, fields: Partial<Stored>): Promise<number> {
    const wanted = differing(filter, fields);
    const writes = await this.#publish(name, await this.#ids(name, wanted), async (session, ids) => {
      const changing = await this.#ids(name, { ...wanted, _id: { $in: ids } });
      if (changing.length === 0) return [];
      await this.#in(name).updateMany({ _id: { $in: changing } }, { $set: fields }, { session });
      return changing.map((id) => updateOf(id, fields));
    });
    return writes.length;
  }

  async modify(name: CollectionName, filter: object, update: object): Promise<number> {
    const writes = await this.#publish(name, await this.#ids(name, filter), async (session, ids) => {
      const changing = await this.#ids(name, { ...filter, _id: { $in: ids } });
      if (changing.length === 0) return [];
      await this.#in(name).updateMany({ ...filter, _id: { $in: changing } }, update, { session });
      const changed = this.#in(name).find({ _id: { $in: changing } }, { session });
      return toWire(await changed.toArray()).map((document) => ({ kind: 'put', document }) as Write);
    });
    return writes.length;
  }

  async remove(name: CollectionName, id: string): Promise<boolean> {
    const writes = await this.#publish(name, [id], async (session) => {
      const { deletedCount } = await this.#in(name).deleteOne({ _id: id }, { session });
      return deletedCount === 1 ? [{ kind: 'remove', id }] : [];
    });
    return writes.length === 1;
  }

  async removeMany(name: CollectionName, filter: object): Promise<number> {
    const writes = await this.#publish(name, await this.#ids(name, filter), async (session, ids) => {
      const leaving = await this.#ids(name, { ...filter, _id: { $in: ids } });
      if (leaving.length === 0) return [];
      await this.#in(name).deleteMany({ _id: { $in: leaving } }, { session });
      return leaving.map((id) => ({ kind: 'remove', id }));
    });
    return writes.length;
  }

  /** Holds the documents while they are written and published. */
  #publish(
    name: CollectionName,
    ids: readonly string[],
    write: (session: ClientSession, ids: readonly string[]) => Promise<Write[]>,
  ): Promise<Write[]> {
    return this.#locks.run(
      ids.map((id) => `${name}:${id}`),
      () =>
        this.#database.client.withSession(async (session) => {
          try {
            const writes = await write(session, ids);
            if (writes.length === 0) return writes; // nothing was asked of MongoDB, perhaps
            const time = session.operationTime;
            if (!time) throw new Error('MongoDB did not say the time of its write');
            for (const each of writes)
              this.#listener.event({ ...each, collection: name, time } as WriteEvent);
            if (!this.position?.greaterThan(time)) this.position = time;
            return writes;
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

  async #ids(name: CollectionName, filter: object): Promise<string[]> {
    const documents = await this.#in(name)
      .find(filter, { projection: { _id: 1 } })
      .toArray();
    return documents.map(({ _id }) => _id);
  }

  #in(name: CollectionName) {
    return collectionOf(this.#database, name);
  }
}

function updateOf(id: string, fields: object): Write {
  return { kind: 'update', id, fields: toWire(fields) as Record<string, unknown>, cleared: [] };
}

/** A refusal by the server is certain; a connection lost while waiting for the answer isn't. */
function mayBeWritten(error: unknown): boolean {
  return !(error instanceof MongoServerError) || error instanceof MongoWriteConcernError;
}

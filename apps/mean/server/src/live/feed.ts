import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type CollectionName, collectionNames } from '@meteor-vs-mean/contract';
import {
  type ChangeStream,
  type ChangeStreamDocument,
  MongoServerError,
  type ResumeToken,
  type Timestamp,
} from 'mongodb';
import type { Database } from '../database.ts';
import { type WriteEvent, writeEventOf } from './event.ts';
import { committedTime } from './snapshot.ts';

export interface FeedListener {
  event(event: WriteEvent): void;
  /** An account was written, or removed. */
  account(userId: string): void;
  /** Writes may have been missed: in one collection (`users` is one), or in all. */
  missed(collection?: CollectionName | 'users'): void;
  log(line: string): void;
}

/** Says what is written, in the order in which it was. */
export interface Feed {
  readonly isOpen: boolean;
  /** The latest time of which it is certain that every write up to it was passed on. */
  readonly position: Timestamp | undefined;
  /** How often writes may have been missed. */
  readonly resyncs: number;
  /** Resolves when no write from now on will be missed. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The token can't be used any more: history lost, fatal error, invalid token, an event too large to be sent. */
const unusable = new Set([286, 280, 260, 10334]);

const followed = [...collectionNames, 'users'];
const pipeline = [
  {
    $match: {
      $or: [
        { 'ns.coll': { $in: followed } },
        { 'to.coll': { $in: followed } },
        { operationType: { $in: ['dropDatabase', 'invalidate'] } },
      ],
    },
  },
];

/**
 * Follows the database with one change stream, however many clients there are.
 *
 * The driver resumes by itself what it can; when it gives up, this goes on from the last token, for as long as it
 * takes. When the token is of no use any more it begins anew, and says that writes may have been missed.
 */
export class ChangeStreamFeed implements Feed {
  isOpen = false;
  position: Timestamp | undefined;
  resyncs = 0;
  readonly #database: Database;
  readonly #listener: FeedListener;
  readonly #stopping = new AbortController();
  #stream: ChangeStream | undefined;
  #running: Promise<void> | undefined;
  #token: ResumeToken | undefined;
  /** Failures in a row. */
  #failures = 0;

  constructor(database: Database, listener: FeedListener) {
    this.#database = database;
    this.#listener = listener;
  }

  start(): Promise<void> {
    return new Promise((opened) => {
      this.#running = this.#run(opened);
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#stream?.close().catch(() => {});
    await this.#running;
  }

  async #run(opened: () => void): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#follow(opened);
      } catch (error) {
        if (!signal.aborted) await this.#recover(error);
      } finally {
        this.isOpen = false;
        await this.#stream?.close().catch(() => {});
      }
    }
  }

  /** Until it fails, or MongoDB ends the stream. */
  async #follow(opened: () => void): Promise<void> {
    const { db } = this.#database;
    const isAnew = this.#token === undefined;
    const startedAt = isAnew ? await committedTime(this.#database) : undefined;
    if (this.#stopping.signal.aborted) return;
    // Without a token a stream starts after the last write, which may be newer than what a snapshot can show yet:
    // from a time that a snapshot can show, nothing is left out between the two.
    const stream = startedAt
      ? db.watch(pipeline, { startAtOperationTime: startedAt })
      : db.watch(pipeline, { resumeAfter: this.#token });
    this.#stream = stream;

    // The driver's first token comes with MongoDB's answer: from then on there is a cursor.
    stream.once('resumeTokenChanged', () => {
      const wasOpenBefore = this.position !== undefined;
      if (startedAt) this.position = startedAt;
      this.isOpen = true;
      if (this.#failures > 0) this.#listener.log('change stream: following again');
      this.#failures = 0;
      if (isAnew && wasOpenBefore) this.#miss();
      opened();
    });
    let hasEnded = false;
    try {
      for (let count = 1; this.#accept(await stream.next()); count++) {
        // Of a large batch the next change is there at once: let sockets send what they have in between.
        if (count % 100 === 0 && stream.bufferedCount() > 0) await setImmediate();
      }
      hasEnded = true;
    } finally {
      // Each change was dealt with before the next was asked for, so this is where to go on.
      if (hasEnded) this.#token = undefined;
      else if (this.isOpen && stream.resumeToken) this.#token = stream.resumeToken;
    }
  }

  /** @returns false if nothing more will come of this stream */
  #accept(change: ChangeStreamDocument): boolean {
    if ('documentKey' in change && change.ns.coll === 'users') {
      // What was written is nobody's business here: who needs it reads it.
      this.#listener.account(String(change.documentKey._id));
      return true;
    }
    const event = writeEventOf(change);
    if (event) {
      this.position = event.time;
      this.#listener.event(event);
    } else if (change.operationType === 'drop') {
      this.#miss(change.ns.coll);
    } else if (change.operationType === 'rename') {
      this.#miss(change.ns.coll);
      this.#miss(change.to.coll);
    } else if (change.operationType === 'invalidate') {
      this.#listener.log('change stream: the database was dropped, beginning anew');
      return false;
    }
    return true;
  }

  #miss(collection?: string): void {
    this.resyncs++;
    this.#listener.missed(collection as CollectionName | undefined);
  }

  async #recover(error: unknown): Promise<void> {
    this.#failures++;
    const code = error instanceof MongoServerError ? Number(error.code) : undefined;
    // MongoDB refuses again and again what we ask for, though it answers: there is no use in asking for the same.
    const isHopeless = code !== undefined && this.#failures >= 10;
    if (code !== undefined && (unusable.has(code) || isHopeless)) {
      this.#token = undefined;
      this.#listener.log(`change stream: can't go on where it was, sending snapshots again: ${error}`);
    } else {
      this.#listener.log(`change stream: lost, resuming: ${error}`);
    }
    const pause_ms = Math.min(50 * 2 ** (this.#failures - 1), 2000);
    await sleep(pause_ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}

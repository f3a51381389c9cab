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
  /** An account was changed or removed. */
  account(userId: string): void;
  /** Writes may have been missed: in one collection (including `users`), or in all. */
  missed(collection?: CollectionName | 'users'): void;
  log(line: string): void;
}

/** Reports writes in the order in which they were committed. */
export interface Feed {
  readonly isOpen: boolean;
  /** The latest time up to which every write was certainly reported. */
  readonly position: Timestamp | undefined;
  /** How often writes may have been missed. */
  readonly resyncs: number;
  /** Resolves when no later write can be missed. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The token is no longer usable: history lost, fatal error, invalid token, an event too large to send. */
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
 * Follows the database with one change stream, for any number of clients.
 *
 * The driver resumes after most errors. When it gives up, this class retries from the last token until it succeeds. If
 * the token is no longer usable, it starts a new stream and reports that writes may have been missed.
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
  /** Consecutive failures. */
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

  /** Runs until the stream fails or MongoDB ends it. */
  async #follow(opened: () => void): Promise<void> {
    const { db } = this.#database;
    const isAnew = this.#token === undefined;
    const startedAt = isAnew ? await committedTime(this.#database) : undefined;
    if (this.#stopping.signal.aborted) return;
    // Without a token a stream starts after the last write, which may be newer than what a snapshot shows. Starting at
    // a snapshot's time leaves no gap between the two.
    const stream = startedAt
      ? db.watch(pipeline, { startAtOperationTime: startedAt })
      : db.watch(pipeline, { resumeAfter: this.#token });
    this.#stream = stream;

    // The driver's first token arrives with MongoDB's answer, so there is a cursor from then on.
    stream.once('resumeTokenChanged', () => {
      const wasOpenBefore = this.position !== undefined;
      if (startedAt) this.position = startedAt;
      this.isOpen = true;
      if (this.#failures > 0) this.#listener.log('change stream: resumed');
      this.#failures = 0;
      if (isAnew && wasOpenBefore) this.#miss();
      opened();
    });
    let hasEnded = false;
    try {
      for (let count = 1; this.#accept(await stream.next()); count++) {
        // Within a batch, next() returns at once: let sockets send in between.
        if (count % 100 === 0 && stream.bufferedCount() > 0) await setImmediate();
      }
      hasEnded = true;
    } finally {
      // Each change was processed before the next was fetched, so resume here.
      if (hasEnded) this.#token = undefined;
      else if (this.isOpen && stream.resumeToken) this.#token = stream.resumeToken;
    }
  }

  /** @returns false if the stream has no more changes */
  #accept(change: ChangeStreamDocument): boolean {
    if ('documentKey' in change && change.ns.coll === 'users') {
      // Report only the id: those who need the account read it.
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
      this.#listener.log('change stream: the database was dropped, starting over');
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
    // MongoDB answers, but keeps rejecting this request, so repeating it is useless.
    const isHopeless = code !== undefined && this.#failures >= 10;
    if (code !== undefined && (unusable.has(code) || isHopeless)) {
      this.#token = undefined;
      this.#listener.log(`change stream: can't resume, sending snapshots again: ${error}`);
    } else {
      this.#listener.log(`change stream: lost, retrying: ${error}`);
    }
    const pause_ms = Math.min(50 * 2 ** (this.#failures - 1), 2000);
    await sleep(pause_ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}

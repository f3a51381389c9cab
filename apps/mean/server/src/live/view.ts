import { setTimeout as sleep } from 'node:timers/promises';
import type { Query, WireDocument } from '@meteor-vs-mean/contract';
import type { Timestamp } from 'mongodb';
import type { Socket } from 'socket.io';
import type { WriteEvent } from './event.ts';
import { Events, Json } from './parser.ts';
import { type Change, Result } from './result.ts';

/** A query's documents at one time of the database's clock. */
export interface Snapshot {
  documents: WireDocument[];
  time: Timestamp;
}

export interface ViewContext {
  /** Reads the query's documents from one snapshot. */
  read(query: Query): Promise<Snapshot>;
  /** All writes up to this time were already passed to the views, so a snapshot must not be older. */
  position(): Timestamp | undefined;
  broadcast(view: View, changes: Change[]): void;
  log(line: string): void;
}

/**
 * One query, kept once for all its subscribers. So its cost doesn't depend on their number, a deletion (which has only
 * an id) finds its documents, and a window knows which document drops out.
 *
 * Nothing is missed or doubled: snapshots and writes have times. While a snapshot is being read, new writes are kept.
 * Those up to the snapshot's time are already in it, and the later ones are applied to it.
 */
export class View {
  readonly channel: string;
  readonly query: Query;
  /** How often each socket subscribed. */
  readonly subscribers = new Map<Socket, number>();
  /** Settles with the first snapshot. */
  readonly ready: Promise<void>;
  readonly #context: ViewContext;
  #result: Result | undefined;
  #time: Timestamp | undefined;
  #json: WeakRef<Json> | undefined;
  #added: WeakRef<Events> | undefined;
  /** Writes since the current read of a snapshot began. */
  #arrived: WriteEvent[] | undefined;
  /** Set while a snapshot is being read, including pauses between attempts: one read at a time. */
  #isLoading = false;
  #isStale = false;

  constructor(channel: string, query: Query, context: ViewContext) {
    this.channel = channel;
    this.query = query;
    this.#context = context;
    this.ready = this.#load();
    this.ready.catch(() => {}); // those who wait for it get the error
  }

  /** Once ready. It changes in place, so encode it in the same tick. */
  get documents(): readonly WireDocument[] {
    return this.#result?.documents ?? [];
  }

  /** Once ready: the current documents as JSON, shared by all receivers until the view changes. */
  get json(): Json {
    let json = this.#json?.deref();
    if (!json) {
      json = new Json(this.documents);
      // It may be half as large as the documents, so it is only kept while it is being sent.
      this.#json = new WeakRef(json);
    }
    return json;
  }

  /** Once ready: the current documents as `added` events, for sockets that got an empty snapshot. Also shared. */
  get added(): Events {
    let added = this.#added?.deref();
    if (!added) {
      added = new Events(this.documents.map((document) => ['added', this.channel, document]));
      this.#added = new WeakRef(added);
    }
    return added;
  }

  apply(event: WriteEvent): void {
    this.#arrived?.push(event);
    // Already in the snapshot.
    if (!this.#result || this.#covers(event)) return;
    this.#json = this.#added = undefined;
    this.#broadcast(this.#result.apply(event));
    if (this.#result.incomplete && !this.#isLoading) this.reload();
  }

  /**
   * Reads the documents again, retrying while there are subscribers, and sends them the differences. Until then they
   * get changes as before.
   */
  reload(): void {
    this.#isStale = true;
    // A first snapshot that is still being read also starts over.
    if (!this.#isLoading) this.#reloadUntilFresh();
  }

  async #reloadUntilFresh(): Promise<void> {
    this.#isLoading = true;
    for (let pause_ms = 50; this.subscribers.size > 0; pause_ms = Math.min(pause_ms * 2, 5000)) {
      try {
        return await this.#load();
      } catch (error) {
        this.#isLoading = true;
        this.#context.log(`${this.channel}: reading it again failed, retrying: ${error}`);
        await sleep(pause_ms, undefined, { ref: false });
      }
    }
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    try {
      do {
        this.#isStale = false;
        this.#show(await this.#readFresh());
      } while (this.#isStale || this.#result?.incomplete);
    } finally {
      this.#isLoading = false;
      this.#arrived = undefined;
    }
  }

  /** A new primary may not know earlier commits yet, so it is asked again. */
  async #readFresh(): Promise<Snapshot> {
    for (let attempt = 1; ; attempt++) {
      this.#arrived = [];
      const oldest = this.#context.position();
      const snapshot = await this.#context.read(this.query);
      if (!oldest || snapshot.time.greaterThanOrEqual(oldest)) return snapshot;
      if (attempt === 20)
        throw new Error('MongoDB keeps returning a snapshot older than writes that it has shown');
      await sleep(attempt * 10);
    }
  }

  #show({ documents, time }: Snapshot): void {
    const before = this.#result;
    this.#result = new Result(this.query, documents);
    this.#time = time;
    this.#json = this.#added = undefined;
    for (const event of this.#arrived ?? []) if (!this.#covers(event)) this.#result.apply(event);
    if (before) this.#broadcast(before.changesTo(this.#result));
  }

  #covers(event: WriteEvent): boolean {
    return this.#time !== undefined && event.time.lessThanOrEqual(this.#time);
  }

  #broadcast(changes: Change[]): void {
    if (changes.length > 0) this.#context.broadcast(this, changes);
  }
}

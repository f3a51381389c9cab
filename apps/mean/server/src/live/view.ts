import { setTimeout as sleep } from 'node:timers/promises';
import type { Query, WireDocument } from '@meteor-vs-mean/contract';
import type { Timestamp } from 'mongodb';
import type { Socket } from 'socket.io';
import type { WriteEvent } from './event.ts';
import { Events, Json } from './parser.ts';
import { type Change, Result } from './result.ts';

/** A query's documents at one moment of the database's clock. */
export interface Snapshot {
  documents: WireDocument[];
  time: Timestamp;
}

export interface ViewContext {
  /** Reads the query's documents from one snapshot. */
  read(query: Query): Promise<Snapshot>;
  /** Everything up to here was passed to the views before now: a snapshot must not be older. */
  position(): Timestamp | undefined;
  broadcast(view: View, changes: Change[]): void;
  log(line: string): void;
}

/**
 * One query, held once for all its subscribers: what it costs doesn't grow with their number, a deletion (which
 * says only an id) finds where it belongs, and a window knows what falls out.
 *
 * No gap and no double: a snapshot knows its time, and so does every write. Writes that arrive while it is read
 * are kept; then those up to its time are in it already, and the others are applied to it.
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
  /** Writes since the reading of a snapshot began, while one is read. */
  #arrived: WriteEvent[] | undefined;
  /** From the start of a reading until it succeeded, pauses between attempts included: there is one at a time. */
  #isLoading = false;
  #isStale = false;

  constructor(channel: string, query: Query, context: ViewContext) {
    this.channel = channel;
    this.query = query;
    this.#context = context;
    this.ready = this.#load();
    this.ready.catch(() => {}); // who waits gets it; that nobody waits any more is no error
  }

  /** Once ready. Changes in place: encode it in this tick. */
  get documents(): readonly WireDocument[] {
    return this.#result?.documents ?? [];
  }

  /** Once ready: its documents as they are now. Those who are sent it at one state of the view share it. */
  get json(): Json {
    let json = this.#json?.deref();
    if (!json) {
      json = new Json(this.documents);
      // It may be half as large as the documents themselves: it goes when nobody is being sent it.
      this.#json = new WeakRef(json);
    }
    return json;
  }

  /** Once ready: its documents as they are now, each as an event, for whoever got an empty snapshot. Shared likewise. */
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
    // In the snapshot already.
    if (!this.#result || this.#covers(event)) return;
    this.#json = this.#added = undefined;
    this.#broadcast(this.#result.apply(event));
    if (this.#result.incomplete && !this.#isLoading) this.reload();
  }

  /**
   * Reads the documents again, for as long as it takes and somebody subscribes, and tells subscribers what
   * differs. Until then they get changes as before.
   */
  reload(): void {
    this.#isStale = true;
    // The first snapshot, if it is still to come, starts over too.
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

  /** A member that has just become primary may not know yet of what was committed before: it is asked again. */
  async #readFresh(): Promise<Snapshot> {
    for (let attempt = 1; ; attempt++) {
      this.#arrived = [];
      const oldest = this.#context.position();
      const snapshot = await this.#context.read(this.query);
      if (!oldest || snapshot.time.greaterThanOrEqual(oldest)) return snapshot;
      if (attempt === 20) throw new Error('MongoDB answers with a snapshot older than writes it has shown');
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

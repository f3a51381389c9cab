import { type Change, type Client, connect, type Subscription } from '@meteor-vs-mean/pubsub-client';
import { sightingOf } from '@meteor-vs-mean/testbed/dev';
import type { Reached } from './reached.ts';

/** A todo's fields as sent over the wire, without its _id. */
export type Fields = Record<string, unknown>;

interface Snapshot {
  channel: string;
  documents: ({ _id: string } & Fields)[];
}

/** One subscriber's todos of a list, over the transport of the app's browsers. */
export class TodoView {
  readonly app: Reached;
  readonly client: Client;
  readonly #todos = new Map<string, Fields>();
  readonly #checks = new Set<(at_ns: bigint) => void>();
  #subscription: Subscription | undefined;
  #isConnected = true;

  private constructor(app: Reached, client: Client) {
    this.app = app;
    this.client = client;
    client.onChange((change, at_ns) => this.#apply(change, at_ns));
    client.onDisconnect(() => {
      this.#isConnected = false;
      this.#notify(process.hrtime.bigint());
    });
    client.onReconnect(() => {
      this.#isConnected = true;
      this.#begin();
    });
  }

  /**
   * Resolves when the snapshot is complete.
   * @param reconnect after a lost connection
   * @throws PubSubError (as a rejection) if the app isn't reachable
   */
  static async open(app: Reached, listId: string, { reconnect = false } = {}): Promise<TodoView> {
    const client = await connect({
      url: app.url,
      transport: app.transport,
      subscribeEvent: 'subscribe',
      unsubscribeEvent: 'unsubscribe',
      answer: 'result',
      reconnect,
    });
    const view = new TodoView(app, client);
    try {
      view.#subscription = await client.subscribe('todos.byList', { listId });
    } catch (error) {
      await client.close();
      throw error;
    }
    // On DDP the snapshot has arrived as changes.
    if (view.#subscription.snapshot !== undefined) view.#begin();
    return view;
  }

  get todos(): ReadonlyMap<string, Fields> {
    return this.#todos;
  }

  /** Until it has reconnected, it keeps its todos. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /**
   * @returns when the change arrived that met the condition, by process.hrtime.bigint() at the socket; null after the
   *   timeout
   */
  until(
    condition: (todos: ReadonlyMap<string, Fields>) => boolean,
    timeout_ms: number,
  ): Promise<bigint | null> {
    return new Promise((resolve) => {
      const check = (at_ns: bigint): void => {
        if (condition(this.#todos)) end(at_ns);
      };
      const end = (at_ns: bigint | null): void => {
        clearTimeout(timer);
        this.#checks.delete(check);
        resolve(at_ns);
      };
      const timer = setTimeout(() => end(null), timeout_ms);
      this.#checks.add(check);
      check(process.hrtime.bigint());
    });
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  /** Starts from a snapshot, or starts over from a new one. */
  #begin(): void {
    this.#todos.clear();
    const snapshot = this.#subscription?.snapshot as Snapshot | undefined;
    for (const { _id, ...fields } of snapshot?.documents ?? []) this.#todos.set(_id, fields);
    this.#notify(process.hrtime.bigint());
  }

  #apply(change: Change, at_ns: bigint): void {
    const one = sightingOf(change);
    if (one?.collection !== 'todos') return;
    if (one.event === 'removed') this.#todos.delete(one.id);
    else {
      const fields = { ...this.#todos.get(one.id), ...one.fields };
      for (const name of one.cleared) delete fields[name];
      this.#todos.set(one.id, fields);
    }
    this.#notify(at_ns);
  }

  #notify(at_ns: bigint): void {
    for (const check of [...this.#checks]) check(at_ns);
  }
}

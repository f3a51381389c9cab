import { type Client, type ConnectOptions, connect } from '@meteor-vs-mean/pubsub-client';

/** A client that reconnects, and its state. */
export class Watcher {
  readonly client: Client;
  losses = 0;
  returns = 0;
  readonly #seen = new Set<string>();
  readonly #awaited = new Map<string, () => void>();

  static async open(options: ConnectOptions): Promise<Watcher> {
    return new Watcher(await connect({ ...options, reconnect: true }));
  }

  private constructor(client: Client) {
    this.client = client;
    client.onDisconnect(() => {
      this.losses += 1;
    });
    client.onReconnect(() => {
      this.returns += 1;
    });
    client.onChange(({ event, args }) => {
      if (event === 'added') this.#add(client.transport === 'socketio' ? args[1] : args[0]);
    });
  }

  /** Resolves when a document has arrived, perhaps before the call. */
  sees(id: string): Promise<void> {
    if (this.#seen.has(id)) return Promise.resolve();
    return new Promise((resolve) => this.#awaited.set(id, resolve));
  }

  /** DDP calls it `id`. */
  #add(document: unknown): void {
    const { _id, id } = document as { _id?: string; id?: string };
    const found = _id ?? id ?? '';
    this.#seen.add(found);
    this.#awaited.get(found)?.();
  }
}

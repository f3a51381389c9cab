/** A way to the service, open. */
export interface Asker {
  /** Resolves with the id that came back. */
  ask(id: string): Promise<unknown>;
  close(): void;
  /** Rejects what is under way, where waiting for it would take long. */
  abandon?(): void;
}

/** What can be told of a way in JSON. */
export interface AskerOptions {
  /** Of Socket.io. */
  transports?: ('polling' | 'websocket')[];
}

/**
 * Opens a way: resolves when it can be asked.
 * What is called in a page goes there as its own text: it can use nothing from outside of itself.
 * @param url scheme, host and port
 */
export type Open = (url: string, options: AskerOptions) => Promise<Asker>;

import type { Client } from '@meteor-vs-mean/pubsub-client';
import type { View } from './view.ts';
import type { Fields } from './wire.ts';

/** A connected client with documents as its interface, on any transport. */
export interface Peer {
  /** The result, with dates as dates. @throws PubSubError with the server's code */
  call(name: string, input?: unknown): Promise<unknown>;
  /** Resolves when the snapshot is complete. */
  subscribe(name: string, params?: Fields): Promise<View>;
  /** The views of all its subscriptions. */
  readonly views: readonly View[];
  readonly client: Client;
}

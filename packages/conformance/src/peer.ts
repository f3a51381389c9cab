import type { Client } from '@meteor-vs-mean/pubsub-client';
import type { View } from './view.ts';
import type { Fields } from './wire.ts';

/** A connected client that speaks of documents, whatever the transport. */
export interface Peer {
  /** The result, dates as dates. @throws PubSubError with the server's code */
  call(name: string, input?: unknown): Promise<unknown>;
  /** Resolves when the snapshot is complete. */
  subscribe(name: string, params?: Fields): Promise<View>;
  /** Of every subscription that this peer has made. */
  readonly views: readonly View[];
  readonly client: Client;
}

import { type Client, connect, type Transport } from '@meteor-vs-mean/pubsub-client';
import { openDdp } from './ddp.ts';
import { openSocketIo } from './socketio.ts';
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

/** @param reconnect come back by itself, with its subscriptions */
export async function openPeer(url: string, transport: Transport, reconnect: boolean): Promise<Peer> {
  const client = await connect({
    url,
    transport,
    reconnect,
    subscribeEvent: 'subscribe',
    unsubscribeEvent: 'unsubscribe',
    timeout_ms: 30_000,
  });
  return transport === 'socketio' ? openSocketIo(client) : openDdp(client);
}

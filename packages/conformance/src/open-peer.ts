import { connect, type Transport } from '@meteor-vs-mean/pubsub-client';
import { openDdp } from './ddp.ts';
import type { Peer } from './peer.ts';
import { openSocketIo } from './socketio.ts';

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

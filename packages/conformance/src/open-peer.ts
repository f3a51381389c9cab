import { connect, type Transport } from '@meteor-vs-mean/pubsub-client';
import { resume } from './accounts/ddp-accounts.ts';
import { cookieOf } from './accounts/http-accounts.ts';
import { openDdp } from './ddp.ts';
import type { Peer } from './peer.ts';
import { openSocketIo } from './socketio.ts';

export interface PeerOptions {
  url: string;
  transport: Transport;
  /** Come back by itself, with its subscriptions. */
  reconnect: boolean;
  /** Of the session that it shows; if that has ended, it is a guest. Default: a guest. */
  token?: string | undefined;
  /** Of the websocket's handshake. */
  headers?: Record<string, string> | undefined;
}

/** Connects, and logs in as a page of the app does. */
export async function openPeer({
  url,
  transport,
  reconnect,
  token,
  headers = {},
}: PeerOptions): Promise<Peer> {
  const isSocketIo = transport === 'socketio';
  const cookie = token !== undefined && isSocketIo ? cookieOf(token) : {};
  const client = await connect({
    url,
    transport,
    reconnect,
    headers: { ...cookie, ...headers },
    subscribeEvent: 'subscribe',
    unsubscribeEvent: 'unsubscribe',
    timeout_ms: 30_000,
  });
  if (isSocketIo) return openSocketIo(client);
  const peer = openDdp(client);
  if (token !== undefined) {
    await resume(client, token);
    // A connection that comes back is a guest's until it has logged in again. Lost once more, it comes back once more.
    client.onReconnect(() => void resume(client, token).catch(() => {}));
  }
  return peer;
}

import { connect, type Transport } from '@meteor-vs-mean/pubsub-client';
import { resume } from './accounts/ddp-accounts.ts';
import { cookieOf } from './accounts/http-accounts.ts';
import { openDdp } from './ddp.ts';
import type { Peer } from './peer.ts';
import { openSocketIo } from './socketio.ts';

export interface PeerOptions {
  url: string;
  transport: Transport;
  /** Reconnects by itself, with its subscriptions. */
  reconnect: boolean;
  /** The session that it presents; if that has ended, it is a guest. Default: a guest. */
  token?: string | undefined;
  /** Headers of the websocket's handshake. */
  headers?: Record<string, string> | undefined;
}

/** Connects and logs in like a page of the app. */
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
    answer: 'result',
    timeout_ms: 30_000,
  });
  if (isSocketIo) return openSocketIo(client);
  const peer = openDdp(client);
  if (token !== undefined) {
    await resume(client, token);
    // A reconnected client is a guest until it has logged in again. If the connection is lost again, it reconnects
    // again.
    client.onReconnect(() => void resume(client, token).catch(() => {}));
  }
  return peer;
}

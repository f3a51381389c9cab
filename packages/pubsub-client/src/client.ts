import type { AnswerShape } from './answer.ts';

/** What carries it: DDP on a plain websocket, DDP in SockJS framing, Socket.io over websocket. */
export type Transport = 'ddp' | 'ddp-sockjs' | 'socketio';

export const transports: readonly Transport[] = ['ddp', 'ddp-sockjs', 'socketio'];

/** By DDP's method `login`. A user with an @ in it is an e-mail address; the password is sent as its SHA-256 digest. */
export type DdpLogin = { user: string; password: string } | { resume: string };

/** By HTTP, before the handshake of Socket.io, which then carries the cookies that the answer set. */
export interface PostLogin {
  /** Path at the app, e.g. `/api/session`. */
  post: string;
  /** The body. */
  json: Record<string, unknown>;
}

export interface ConnectOptions {
  /** Of the app, e.g. `http://127.0.0.1:3000`; the transport adds its own path. */
  url: string;
  transport: Transport;
  /** Offer permessage-deflate, as browsers do. Default true. */
  compression?: boolean;
  /** Log in before `connect` resolves: over DDP, or for Socket.io by a POST that sets a cookie. */
  login?: DdpLogin | PostLogin;
  /** Socket.io: what the server finds in `socket.handshake.auth`. */
  auth?: Record<string, unknown>;
  /** Socket.io: default `/socket.io`. */
  path?: string;
  /** Socket.io: default `/`. */
  namespace?: string;
  /**
   * Socket.io: with it, `subscribe(name, ...params)` emits `(subscribeEvent, name, ...params)`; without it,
   * `(name, ...params)`.
   */
  subscribeEvent?: string;
  /**
   * Socket.io: what `stop()` emits, with the `channel` that the acknowledgement of the subscription named, or
   * else with the arguments of the subscription. Without it, `stop()` tells the server nothing.
   */
  unsubscribeEvent?: string;
  /** Socket.io: wait for the acknowledgement of a subscription. Default true. */
  subscribeAck?: boolean;
  /** Socket.io: how the app answers. Default `result`. */
  answer?: AnswerShape;
  /**
   * Socket.io: the module of another parser than Socket.io's own, whose default export (or itself) has `Encoder` and
   * `Decoder`: `socket.io-msgpack-parser`.
   */
  parser?: string;
  /** Of the websocket's handshake: `{ Cookie: ... }`, `{ Authorization: ... }`. */
  headers?: Record<string, string>;
  /** Of an address with https: as in Node's `tls.connect`. */
  tls?: { ca?: string; servername?: string; rejectUnauthorized?: boolean };
  /**
   * The address of this machine to connect from, e.g. `127.0.0.7`: all of 127/8 is this machine's on Linux, so limits by
   * address need not bound a bench.
   */
  localAddress?: string;
  /** Connect again after a lost connection, and make the subscriptions again. Default false. */
  reconnect?: boolean;
  /** Other addresses of the same app: a lost connection is made again to the next one. */
  alternatives?: readonly string[];
  /** For connecting, for each subscription and for each call. Default 20,000. */
  timeout_ms?: number;
  /** DDP: how long a connection may be silent before a `ping` is sent. Default 17,500, as Meteor's client has it. */
  heartbeat_ms?: number;
}

/** One change, as it came over the wire: dates and EJSON types are not decoded. */
export interface Change {
  /**
   * DDP: `added`, `changed`, `removed`, and `nosub` when the server ends a subscription that was complete.
   * Socket.io: the event's name.
   */
  event: string;
  /** DDP only. */
  collection?: string;
  /**
   * DDP: the whole message, alone. Its `id` is as Meteor writes an _id: with a `-` before it if it begins with `-`
   * or `~`, or looks like an ObjectID. Socket.io: the event's arguments.
   */
  args: unknown[];
}

/** @param at_ns process.hrtime.bigint() at the websocket's message callback, before anything was parsed */
export type ChangeListener = (change: Change, at_ns: bigint) => void;

export interface Subscription {
  readonly name: string;
  /** Socket.io: the result in the newest acknowledgement. On DDP a snapshot comes as `added` changes. */
  readonly snapshot?: unknown;
  /** Resolves when the server has confirmed it, where it does. */
  stop(): Promise<void>;
}

/** What became of the subscriptions when the connection came back. */
export interface Reconnection {
  /** Those that the server refused this time; they are not made again. */
  failures: { name: string; error: Error }[];
}

/** One connection. It keeps no documents. */
export interface Client {
  readonly transport: Transport;
  /**
   * What server and client agreed to, as it was seen: the handshake's Sec-WebSocket-Extensions, '' for none, and the
   * transport whose framing came. Both are '' before the connection.
   */
  readonly negotiated: { extensions: string; transport: Transport | '' };
  /**
   * How long the log-in took, in milliseconds, from its request until its answer; undefined where there was none. Over
   * DDP the connection was there before, by HTTP it is made for the request.
   */
  readonly login_ms: number | undefined;
  /**
   * Resolves when the snapshot is complete. Changes that come after it are handed on after whoever awaits the
   * promise has gone on, even when they were read from the network together.
   * @throws PubSubError (as a rejection)
   */
  subscribe(name: string, ...params: unknown[]): Promise<Subscription>;
  /** @throws PubSubError (as a rejection): with the server's code, or with `timeout`, `disconnected`, `closed` */
  call(name: string, ...params: unknown[]): Promise<unknown>;
  /**
   * Calls without waiting for an answer: Socket.io asks for no acknowledgement.
   * @throws PubSubError `disconnected`, `closed`
   */
  send(name: string, ...params: unknown[]): void;
  /** @returns what takes the listener off again (so do the next two) */
  onChange(listener: ChangeListener): () => void;
  /** Not called for `close()`. */
  onDisconnect(listener: (reason: string) => void): () => void;
  /**
   * Called when every subscription has been made again. A view has to begin anew: on DDP the new snapshot
   * follows as `added` changes, on Socket.io it is in each subscription's `snapshot`.
   */
  onReconnect(listener: (reconnection: Reconnection) => void): () => void;
  /** Resolves when the connection is closed; what is still waited for is rejected with `closed`. */
  close(): Promise<void>;
}

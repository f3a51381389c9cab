import type { AnswerShape } from './answer.ts';

/** DDP on a plain websocket, DDP in SockJS framing, or Socket.io over websocket. */
export type Transport = 'ddp' | 'ddp-sockjs' | 'socketio';

export const transports: readonly Transport[] = ['ddp', 'ddp-sockjs', 'socketio'];

/** For DDP's method `login`. A user with an @ is an e-mail address; the password is sent as its SHA-256 digest. */
export type DdpLogin = { user: string; password: string } | { resume: string };

/** For an HTTP request before Socket.io's handshake, which then sends the cookies that the response set, or its token. */
export interface PostLogin {
  /** A path of the app, e.g. `/api/session`. */
  post: string;
  /** The request's body. */
  json: Record<string, unknown>;
  /** Where the response's JSON has a token, e.g. `$.token`: it is sent `into` the connection, and needs no cookie. */
  token?: string;
  /** `auth.<name>`, `query.<name>` or `headers.<name>`; `headers.Authorization` becomes `Bearer <token>`. */
  into?: string;
}

export interface ConnectOptions {
  /** The app's address, e.g. `http://127.0.0.1:3000`; the transport adds its own path. */
  url: string;
  transport: Transport;
  /** Offer permessage-deflate, as browsers do. Default true. */
  compression?: boolean;
  /** Log in before `connect` resolves: over DDP, or for Socket.io by a POST that sets a cookie. */
  login?: DdpLogin | PostLogin;
  /** Socket.io: sent to the server as `socket.handshake.auth`. */
  auth?: Record<string, unknown>;
  /** Socket.io: default `/socket.io`. */
  path?: string;
  /** Socket.io: parameters of the handshake's address, added to those of `url`. */
  query?: Record<string, unknown>;
  /** Socket.io: how to connect, in this order. Default `[websocket]`; browsers do `[polling, websocket]`. */
  transports?: readonly ('polling' | 'websocket')[];
  /** Socket.io: the main namespace. Default: the path of `url`, mostly `/`. */
  namespace?: string;
  /**
   * Socket.io: if set, `subscribe(name, ...params)` emits `(subscribeEvent, name, ...params)`, otherwise
   * `(name, ...params)`.
   */
  subscribeEvent?: string;
  /**
   * Socket.io: the event that `stop()` emits, with the `channel` from the subscription's acknowledgement or else with
   * the subscription's arguments. Without it, `stop()` sends nothing.
   */
  unsubscribeEvent?: string;
  /** Socket.io: wait for the acknowledgement of a subscription. Default true. */
  subscribeAck?: boolean;
  /** Socket.io: how the app answers. Default `auto`: recognised in each answer. */
  answer?: AnswerShape;
  /**
   * Socket.io: the module of another parser, such as `socket.io-msgpack-parser`. Its default export (or the module
   * itself) has `Encoder` and `Decoder`.
   */
  parser?: string;
  /** Headers of the handshake, and of each request of polling: `{ Cookie: ... }`, `{ Authorization: ... }`. */
  headers?: Record<string, string>;
  /** For an https address: options of Node's `tls.connect`. */
  tls?: { ca?: string; servername?: string; rejectUnauthorized?: boolean };
  /**
   * The local address to connect from, e.g. `127.0.0.7`. On Linux all of 127/8 is local, so a benchmark can spread its
   * clients over several addresses and stay within limits per address.
   */
  localAddress?: string;
  /** Reconnect after a lost connection, and subscribe again. Default false. */
  reconnect?: boolean;
  /** Other addresses of the same app. After a lost connection the client connects to the next one. */
  alternatives?: readonly string[];
  /** For connecting, each subscription and each call. Default 20,000. */
  timeout_ms?: number;
  /**
   * DDP: how long a connection may be silent before the client sends a `ping`. Default 17,500, as in Meteor's client.
   */
  heartbeat_ms?: number;
}

/** One change as sent by the server: dates and EJSON types are not decoded. */
export interface Change {
  /**
   * DDP: `added`, `changed`, `removed`, and `nosub` when the server ends a subscription that was complete.
   * Socket.io: the event's name.
   */
  event: string;
  /** DDP only. */
  collection?: string;
  /**
   * DDP: the whole message as the only element. Its `id` has Meteor's encoding: a `-` before an _id that starts with
   * `-` or `~`, or looks like an ObjectID. Socket.io: the event's arguments.
   */
  args: unknown[];
  /** Socket.io: only of an event of another namespace than the main one. */
  namespace?: string;
}

/** @param at_ns process.hrtime.bigint() at the websocket's message callback, before parsing */
export type ChangeListener = (change: Change, at_ns: bigint) => void;

export interface Subscription {
  readonly name: string;
  /** Socket.io: the result in the newest acknowledgement. On DDP a snapshot arrives as `added` changes. */
  readonly snapshot?: unknown;
  /** Resolves when the server has confirmed the end, if it does. */
  stop(): Promise<void>;
}

/** The outcome of the subscriptions after a reconnection. */
export interface Reconnection {
  /** Subscriptions that the server rejected this time. The client doesn't repeat them. */
  failures: { name: string; error: Error }[];
}

/** One connection. It stores no documents. */
export interface Client {
  readonly transport: Transport;
  /** Socket.io: the namespace, mostly `/`. Over DDP ''. */
  readonly namespace: string;
  /**
   * What server and client agreed on: the handshake's Sec-WebSocket-Extensions, '' for none, and the transport whose
   * framing the server used: of Socket.io `polling` until a websocket takes its place. Both are '' before the connection
   * is made.
   */
  readonly negotiated: { extensions: string; transport: Transport | 'polling' | '' };
  /**
   * How long the log-in took, in milliseconds, from its request to its answer; undefined without a log-in. Over DDP the
   * connection existed before; over HTTP the time includes connecting.
   */
  readonly login_ms: number | undefined;
  /** Socket.io with `answer: auto`: how answers were read so far, such as `ok: { ok: true }`. */
  readonly answers: ReadonlySet<string>;
  /**
   * Resolves when the snapshot is complete. Listeners get later changes only after the code that awaits the promise has
   * continued, even if they arrived in the same read.
   * @throws PubSubError (as a rejection)
   */
  subscribe(name: string, ...params: unknown[]): Promise<Subscription>;
  /** @throws PubSubError (as a rejection): with the server's code, or with `timeout`, `disconnected`, `closed` */
  call(name: string, ...params: unknown[]): Promise<unknown>;
  /**
   * Calls a method without waiting for an answer: Socket.io requests no acknowledgement.
   * @throws PubSubError `disconnected`, `closed`
   */
  send(name: string, ...params: unknown[]): void;
  /** @returns a function that removes the listener (also for the next two) */
  onChange(listener: ChangeListener): () => void;
  /** Not called after `close()`. */
  onDisconnect(listener: (reason: string) => void): () => void;
  /**
   * Called when every subscription has been made again. A view has to start from scratch: on DDP the new snapshot
   * follows as `added` changes, on Socket.io it is in each subscription's `snapshot`.
   */
  onReconnect(listener: (reconnection: Reconnection) => void): () => void;
  /**
   * Socket.io: the same connection in another namespace, which is connected at its first use. Listeners of this client
   * get its changes too, each with its `namespace`; listeners of the returned one get only those.
   * @throws PubSubError `option` over DDP
   */
  of(namespace: string): Client;
  /**
   * Connects the namespace, if this isn't the main one and nothing has used it yet.
   * @throws PubSubError (as a rejection): with the code of the server's middleware, or with `refused`
   */
  ready(): Promise<void>;
  /**
   * Cuts the connection without closing it properly, as in a tunnel, and connects again after that time, whatever
   * `reconnect` says. Resolves when every subscription has been made again.
   * @throws PubSubError `closed`, `disconnected`
   */
  cut(away_ms: number): Promise<Reconnection>;
  /** Resolves when the connection is closed. Pending calls are rejected with `closed`. */
  close(): Promise<void>;
}

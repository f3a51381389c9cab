import type { Socket } from 'node:net';
import { Meteor } from 'meteor/meteor';

/** Meteor's own object for a connection, of which only `connectionHandle` is documented. */
export interface Session {
  id: string;
  userId: string | null;
  connectionHandle: Meteor.Connection;
  /** Queued messages. Null once it is closed. */
  inQueue: { length: number } | null;
  /** Its subscriptions, by id. */
  _namedSubs: Map<string, unknown>;
  socket: Stream;
}

/** @returns undefined once it is closed */
export function sessionOf(id: string): Session | undefined {
  return Meteor.server.sessions.get(id) as Session | undefined;
}

/** SockJS's own object for a connection, undocumented. Meteor adds its session. */
export interface Stream {
  /** `websocket` and `websocket-raw`, or a polling transport. */
  protocol: string;
  remoteAddress?: string;
  headers: Partial<Record<string, string>>;
  /** Null until the client has sent its DDP version, and after that session is closed. */
  _meteorSession: {
    id: string;
    inQueue: { length: number } | null;
    connectionHandle: { close(): void };
  } | null;
  _session: Carrier;
  on(event: 'data', listen: (message: unknown) => void): void;
  on(event: 'close', listen: () => void): void;
  listeners(event: 'data'): ((message: unknown) => void)[];
  removeAllListeners(event: 'data'): void;
  close(): void;
}

/** SockJS's session, which outlives a polling client's requests. */
interface Carrier {
  /** Null once it is closed. */
  connection: Stream | null;
  /** The current receiver of messages; none between two polls. */
  recv?: {
    connection?: Socket;
    ws?: WebSocket;
    didMessage?(payload: string): void;
    session?: Carrier | null;
  } | null;
  /** Only without SockJS's framing. */
  ws?: WebSocket;
  didMessage(message: unknown): void;
  didTimeout(): void;
}

/** faye-websocket's object. */
interface WebSocket {
  _driver: { _maxLength: number; _extensions: { _sessions: [unknown, { _zlib: object }][] } };
}

/**
 * Closes a connection without reading the rest of its messages, which would cost others time.
 * @param why for the log
 */
export function cut(stream: Stream, why: string): void {
  const { protocol, _session: carrier, _meteorSession: session } = stream;
  console.log(`connection ${session?.id ?? `from ${stream.remoteAddress}`}: closed, ${why}`);
  // SockJS clears it on closing.
  const connection = carrier.recv?.connection;
  if (session) session.connectionHandle.close();
  else stream.close();
  if (protocol.startsWith('websocket')) connection?.destroy();
  // SockJS would keep the session for a minute, for a polling client to learn how it ended.
  else if (carrier.connection && !carrier.recv) carrier.didTimeout();
}

/**
 * If one message of a frame closes the connection, SockJS still handles the next one and crashes on properties that are
 * gone. This stops after the close.
 */
export function stopAtClose({ protocol, _session: { recv: receiver } }: Stream): void {
  if (protocol !== 'websocket' || !receiver?.didMessage) return;
  const didMessage = receiver.didMessage.bind(receiver);
  receiver.didMessage = (payload) => {
    const messages = arrayIn(payload);
    if (!messages) return didMessage(payload);
    for (const message of messages) receiver.session?.didMessage(message);
  };
}

function arrayIn(payload: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(payload);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

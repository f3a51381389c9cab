import type { Socket } from 'node:net';
import { Meteor } from 'meteor/meteor';

/** Meteor's own object for a connection. Of it only `connectionHandle` is documented. */
export interface Session {
  id: string;
  userId: string | null;
  connectionHandle: Meteor.Connection;
  /** Messages that wait for their turn. Null once it is closed. */
  inQueue: { length: number } | null;
  /** Its subscriptions, by their ids. */
  _namedSubs: Map<string, unknown>;
  socket: Stream;
}

/** @returns undefined once it is closed */
export function sessionOf(id: string): Session | undefined {
  return Meteor.server.sessions.get(id) as Session | undefined;
}

/** SockJS's own object for what carries a connection. Meteor adds its session; nothing of it is documented. */
export interface Stream {
  /** `websocket` and `websocket-raw`, or one that polls. */
  protocol: string;
  remoteAddress?: string;
  headers: Partial<Record<string, string>>;
  /** Null until the client has said which version of DDP it speaks, and once that session is closed. */
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

/** SockJS's session, which outlives the requests of a client that polls. */
interface Carrier {
  /** Null once it is closed. */
  connection: Stream | null;
  /** What takes messages at this moment; none between two polls. */
  recv?: {
    connection?: Socket;
    ws?: WebSocket;
    didMessage?(payload: string): void;
    session?: Carrier | null;
  } | null;
  /** Of one without SockJS's framing. */
  ws?: WebSocket;
  didMessage(message: unknown): void;
  didTimeout(): void;
}

/** faye-websocket's. */
interface WebSocket {
  _driver: { _maxLength: number; _extensions: { _sessions: [unknown, { _zlib: object }][] } };
}

/**
 * Closes what carries a connection, and reads no more of what it has sent: to read it costs others their time, too.
 * @param why for the log
 */
export function cut(stream: Stream, why: string): void {
  const { protocol, _session: carrier, _meteorSession: session } = stream;
  console.log(`connection ${session?.id ?? `from ${stream.remoteAddress}`}: closed, ${why}`);
  // SockJS forgets it when it closes.
  const connection = carrier.recv?.connection;
  if (session) session.connectionHandle.close();
  else stream.close();
  if (protocol.startsWith('websocket')) connection?.destroy();
  // A client that polls could come and ask how it ended: SockJS would remember that for a minute.
  else if (carrier.connection && !carrier.recv) carrier.didTimeout();
}

/**
 * Of a frame with several messages SockJS hands over the next one though the one before has closed the connection, and
 * trips over what is then gone, where nothing catches it. Here it stops there.
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

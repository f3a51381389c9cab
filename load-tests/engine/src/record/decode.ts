import { decodeDdp } from './ddp.ts';
import type { Connection, Content, Decoded } from './messages.ts';
import { SocketIoDecoder } from './socketio.ts';
import { decodeSockJs } from './sockjs.ts';
import type { Recording, WireEvent } from './wire.ts';

/** One session while it is read. */
interface Session {
  connection: Connection;
  decode(event: WireEvent): Content[];
}

/** Reads all frames of a recording, each by the protocol of its connection. */
export function decode({ events }: Pick<Recording, 'events'>): Decoded {
  const found: Decoded = { connections: [], messages: [], strangers: [] };
  const sessions = new Map<string, Session>();
  const strangers = new Set<string>();
  for (const event of [...events].sort((one, other) => one.at_ms - other.at_ms)) {
    const id = sessionOf(event);
    const session = sessions.get(id) ?? open(id, event);
    if (session === undefined) {
      const { connection, url, data } = event;
      if (!strangers.has(connection)) found.strangers.push({ url, frame: data, why: whyStrange(url) });
      strangers.add(connection);
      continue;
    }
    if (!sessions.has(id)) {
      sessions.set(id, session);
      found.connections.push(session.connection);
    }
    for (const content of session.decode(event)) {
      // Frames hold several messages, and times tell which was first.
      const after_ms = (found.messages.at(-1)?.at_ms ?? -Infinity) + 1e-3;
      found.messages.push({ ...content, connection: id, at_ms: Math.max(event.at_ms, after_ms) });
    }
  }
  return found;
}

/** What several HTTP exchanges and a WebSocket share: Engine.io's `sid`, SockJS's path without its last part. */
function sessionOf({ url, connection, data, direction, carrier }: WireEvent): string {
  const { pathname, searchParams } = new URL(url);
  const sid = searchParams.get('sid');
  if (sid !== null) return sid;
  if (isSockJs(pathname)) return pathname.replace(/\/[^/]*$/, '');
  if (!searchParams.has('EIO') || carrier === 'websocket' || direction === 'sent') return connection;
  // The answer that names the session comes before its name is in an address.
  return /^0\{"sid":"([^"]+)"/.exec(data.toString())?.[1] ?? connection;
}

const isSockJs = (pathname: string): boolean => /\/sockjs\/[^/]+\/[^/]+\/(websocket|xhr\w*)$/.test(pathname);

function open(id: string, { url, data, direction }: WireEvent): Session | undefined {
  const { pathname, searchParams } = new URL(url);
  const connection: Connection = { id, transport: 'socketio', url, isComplete: false };
  if (searchParams.get('EIO') === '4') {
    const decoder = new SocketIoDecoder();
    const decodeOne = (event: WireEvent): Content[] => {
      const contents = decoder.decode(event);
      connection.isComplete = decoder.isComplete;
      return contents;
    };
    return { connection, decode: decodeOne };
  }
  const isConnect = (contents: Content[]) => contents.some(({ kind }) => kind === 'connect');
  if (isSockJs(pathname)) {
    connection.transport = 'ddp-sockjs';
    const decodeOne = (event: WireEvent): Content[] => {
      const { texts, unknown } = decodeSockJs(event);
      const { direction } = event;
      const contents = texts.flatMap((text) => decodeDdp(text, direction));
      connection.isComplete ||= isConnect(contents);
      return [
        ...contents,
        ...unknown.map(
          (frame): Content => ({ kind: 'unknown', direction, frame, why: 'no frame of SockJS' }),
        ),
      ];
    };
    return { connection, decode: decodeOne };
  }
  // A WebSocket of DDP begins with the page's `connect`.
  if (
    !/\/websocket$/.test(pathname) ||
    typeof data !== 'string' ||
    !/^\s*\{.*"(msg|server_id)":/s.test(data)
  ) {
    return undefined;
  }
  connection.transport = 'ddp';
  connection.isComplete = direction === 'sent' && isConnect(decodeDdp(data, direction));
  const decodeOne = (event: WireEvent): Content[] => {
    const contents = decodeDdp(event.data.toString(), event.direction);
    connection.isComplete ||= isConnect(contents);
    return contents;
  };
  return { connection, decode: decodeOne };
}

function whyStrange(url: string): string {
  return new URL(url).searchParams.get('EIO') === '3'
    ? 'Socket.io 2, which this engine does not speak'
    : 'neither Socket.io nor DDP';
}

import { chromiumVersion } from '../chromium-version.ts';
import type { Target } from '../experiment.ts';
import { versionsOf } from '../versions.ts';

/** What carries the batches, and who takes them. */
export interface PushTarget extends Target {
  carrier: 'ws' | 'sse';
  client: 'chromium' | 'node';
  /** Of the server's program; it tells its `url` and, over TLS, its certificate as `ca`. */
  file: URL;
  args: readonly string[];
  /** How many connections to one server the client opens at most. */
  most: number;
  /**
   * What reaches the client of so many batches, each of so many bytes; null where that isn't fixed (TLS cuts them into
   * records, and HTTP/2 into frames, as it likes).
   */
  wire_bytes: ((batch_bytes: number, batches: number) => number) | null;
}

/** RFC 6455, 5.2: a header of 2, 4 or 10 bytes, and no mask from a server. */
const wsBytes = (batch_bytes: number, batches: number): number =>
  batches * (batch_bytes + (batch_bytes < 126 ? 2 : batch_bytes < 65_536 ? 4 : 10));

/** An event is `data: ` and the batch and two line ends; a chunk is its length, a line end, itself, a line end. */
const sseBytes = (batch_bytes: number, batches: number): number => {
  const event_bytes = batch_bytes + 'data: \n\n'.length;
  return batches * (event_bytes.toString(16).length + 2 + event_bytes + 2);
};

const ws = { carrier: 'ws', file: new URL('./servers/ws.ts', import.meta.url) } as const;
const sse = { carrier: 'sse', file: new URL('./servers/sse.ts', import.meta.url) } as const;

/** Servers, by what they speak, and the libraries that they need. */
const servers = {
  ws: { title: 'WebSocket', ...ws, args: [], libraries: ['ws'], wire_bytes: wsBytes },
  wss: {
    title: 'WebSocket over TLS',
    ...ws,
    args: ['--tls'],
    libraries: ['ws', 'selfsigned'],
    wire_bytes: null,
  },
  'sse-http1': { title: 'SSE on HTTP/1.1', ...sse, args: [], libraries: [], wire_bytes: sseBytes },
  'sse-http2': {
    title: 'SSE on HTTP/2',
    ...sse,
    args: ['--http2'],
    libraries: ['selfsigned'],
    wire_bytes: null,
  },
} as const;

/** What a client on Node needs, by what carries. */
const nodeLibraries = { ws: ['ws'], sse: ['eventsource', 'undici'] };

/** A server, and who takes what it pushes: over so many connections at most. */
function target(name: keyof typeof servers, client: PushTarget['client'], most: number): PushTarget {
  const { title, libraries, ...server } = servers[name];
  const isNode = client === 'node';
  const all = [...(isNode ? nodeLibraries[server.carrier] : []), ...libraries];
  return {
    key: `${name}-${client}`,
    title: `${title}, ${isNode ? 'Node' : 'Chromium'}`,
    ...server,
    client,
    most,
    find: async () => ({
      versions: {
        node: process.versions.node,
        ...(isNode ? {} : { chromium: await chromiumVersion() }),
        ...versionsOf(all, import.meta.url),
      },
    }),
  };
}

/** A browser opens six connections on HTTP/1.1. A new row here is a new target. */
export const targets: readonly PushTarget[] = [
  target('sse-http1', 'chromium', 6),
  target('sse-http1', 'node', 1000),
  target('sse-http2', 'chromium', 256),
  target('sse-http2', 'node', 256),
  target('ws', 'chromium', 255),
  target('ws', 'node', 1000),
  target('wss', 'chromium', 255),
];

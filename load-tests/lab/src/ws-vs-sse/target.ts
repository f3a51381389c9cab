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

/** Servers, by what they speak. */
export const servers = {
  ws: { carrier: 'ws', file: new URL('./servers/ws.ts', import.meta.url), args: [] },
  wss: { carrier: 'ws', file: new URL('./servers/ws.ts', import.meta.url), args: ['--tls'] },
  sse1: { carrier: 'sse', file: new URL('./servers/sse.ts', import.meta.url), args: [] },
  sse2: { carrier: 'sse', file: new URL('./servers/sse.ts', import.meta.url), args: ['--http2'] },
} as const;

/** RFC 6455, 5.2: a header of 2, 4 or 10 bytes, and no mask from a server. */
export const wsBytes = (batch_bytes: number, batches: number): number =>
  batches * (batch_bytes + (batch_bytes < 126 ? 2 : batch_bytes < 65_536 ? 4 : 10));

/** An event is `data: ` and the batch and two line ends; a chunk is its length, a line end, itself, a line end. */
export const sseBytes = (batch_bytes: number, batches: number): number => {
  const event_bytes = batch_bytes + 'data: \n\n'.length;
  return batches * (event_bytes.toString(16).length + 2 + event_bytes + 2);
};

/** With a tab of Chromium as the client. */
export function inChromium(libraries: readonly string[]): Target['find'] {
  return async () => ({
    versions: {
      node: process.versions.node,
      chromium: await chromiumVersion(),
      ...versionsOf(libraries, import.meta.url),
    },
  });
}

/** With Node as the client. */
export function inNode(libraries: readonly string[]): Target['find'] {
  return async () => ({
    versions: { node: process.versions.node, ...versionsOf(libraries, import.meta.url) },
  });
}

import { findBun } from '../../bun.ts';
import { serve } from '../../program-side.ts';
import type { PingPongServer } from '../server.ts';

export default {
  key: 'bun',
  title: "Bun's own",
  runtime: 'bun',
  file: new URL(import.meta.url),
  find: async () => ({ versions: { bun: (await findBun()).version } }),
} satisfies PingPongServer;

/** As much of Bun as is used here: its types would come with a second set of Node's. */
interface BunSocket {
  subscribe(topic: string): void;
  /** To all but itself. */
  publish(topic: string, text: string): number;
}
interface BunGlobal {
  serve(options: {
    hostname: string;
    port: number;
    fetch(request: Request, server: { upgrade(request: Request): boolean }): Response | undefined;
    websocket: { open(socket: BunSocket): void; message(socket: BunSocket, text: string): void };
  }): { port: number };
}

// By topics, as Bun's own page on WebSockets broadcasts.
if (import.meta.main) {
  let received = 0;
  const { Bun } = globalThis as unknown as { Bun: BunGlobal };
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request, self) =>
      self.upgrade(request) ? undefined : new Response('a websocket, please', { status: 400 }),
    websocket: {
      open: (socket) => socket.subscribe('table'),
      message(socket, text) {
        received += 1;
        socket.publish('table', text);
      },
    },
  });
  serve({ port: server.port }, { count: () => received });
}

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { makeCertificate } from '../certificate.ts';
import { serve } from '../program-side.ts';
import { createApp, type Front } from './feathers-app.ts';

/** What the server answers to `counts`. */
export interface ServerCounts {
  gets: number;
  connections: number;
  /** On all of its sockets, also those that have closed: of TLS what went over the wire. */
  read_bytes: number;
  written_bytes: number;
}

/** Counts at the server's own sockets, apart from the relay that counts, too. */
function watchSockets(server: Server | Http2SecureServer): () => Omit<ServerCounts, 'gets'> {
  const open = new Set<Socket>();
  const past = { connections: 0, read_bytes: 0, written_bytes: 0 };
  server.on('connection', (socket: Socket) => {
    past.connections += 1;
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      past.read_bytes += socket.bytesRead;
      past.written_bytes += socket.bytesWritten;
    });
  });
  return () => {
    const now = { ...past };
    for (const { bytesRead, bytesWritten } of open) {
      now.read_bytes += bytesRead;
      now.written_bytes += bytesWritten;
    }
    return now;
  };
}

if (import.meta.main) {
  const front = process.argv[2] as Front;
  const { app, state } = createApp(front);
  const listener = app as unknown as Parameters<typeof createServer>[1];
  const server =
    front === 'http2'
      ? // Without HTTP/1.1: a client that doesn't speak HTTP/2 fails instead of being measured as if it did.
        createSecureServer(
          { ...(await makeCertificate()), allowHTTP1: false },
          listener as Parameters<typeof createSecureServer>[1],
        )
      : createServer(listener);
  await app.setup(server as Server);
  const counted = watchSockets(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  serve(
    { port: (server.address() as AddressInfo).port },
    {
      counts: (): ServerCounts => ({ gets: state.gets, ...counted() }),
      closing({ on }) {
        state.closing = on === true;
      },
    },
  );
}

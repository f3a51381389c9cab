import { createServer, type Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import { listen } from '@meteor-vs-mean/testbed/process/port';
import { makeCertificate } from '../certificate.ts';
import { serve } from '../program-side.ts';
import { type SocketCounts, watchSockets } from '../watch-sockets.ts';
import { createApp, type Front } from './feathers-app.ts';

/** What the server answers to `counts`. */
export interface ServerCounts extends SocketCounts {
  gets: number;
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
  serve(
    { port: await listen(server) },
    {
      counts: (): ServerCounts => ({ gets: state.gets, ...counted() }),
      closing({ on }) {
        state.closing = on === true;
      },
    },
  );
}

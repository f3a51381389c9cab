import feathersExpress from '@feathersjs/express';
import { feathers } from '@feathersjs/feathers';
import socketio from '@feathersjs/socketio';
import http2Express from 'http2-express';

/** The server in front of the app. */
export type Front = 'http1' | 'http2';

interface AppState {
  gets: number;
  /** While true, each connection of HTTP is closed after its answer: so the next request has to open one. */
  closing: boolean;
}

/** It runs the script that its address names: the measuring one, from elsewhere. */
const page = `<!doctype html>
<link rel="icon" href="data:,">
<title>http-vs-socketio</title>
<script>
const src = new URLSearchParams(location.search).get('script');
history.replaceState(null, '', location.pathname); // or each request would name the script as its referrer
document.head.append(Object.assign(document.createElement('script'), { src }));
</script>`;

/**
 * The original's server on Feathers 5: one service, `messages`, whose `get` answers with the id it got, over REST and,
 * in front of HTTP/1.1, over Socket.io. The middleware is that of Feathers' own guide.
 *
 * Feathers 5 is built on Express 4, which knows no HTTP/2: http2-express gives its requests and answers the prototypes
 * of node:http2's compatibility API. Socket.io needs HTTP/1.1, so it isn't there behind HTTP/2.
 */
export function createApp(front: Front) {
  const state: AppState = { gets: 0, closing: false };
  const { original: express, json, urlencoded, rest, errorHandler } = feathersExpress;
  const app = feathersExpress.default(feathers(), front === 'http2' ? http2Express(express) : express());
  app.use((request, response, next) => {
    if (state.closing) {
      const { session } = (request as { stream?: { session?: { close(): void } } }).stream ?? {};
      // Of HTTP/2 it is the session that says so, with a GOAWAY, ahead of this answer.
      if (session) session.close();
      else response.set('Connection', 'close');
    }
    next();
  });
  app.use(json());
  app.use(urlencoded({ extended: true }));
  app.configure(rest());
  if (front === 'http1') app.configure(socketio());
  app.use('messages', {
    async get(id: string | number) {
      state.gets += 1;
      return { id };
    },
  });
  app.use('/page', (_request: unknown, response: { type(name: string): { send(text: string): void } }) => {
    response.type('html').send(page);
  });
  app.use(errorHandler());
  return { app, state };
}

/**
 * The server of every target, as a program: what SockJS and what HTTP carry is answered by the same few lines. It
 * listens on two ports, as the original's two programs did: the page and its requests on one, SockJS on the other.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '@meteor-vs-mean/testbed/process/port';
import jwt from 'jsonwebtoken';
import sockjs from 'sockjs';
import { serve } from '../program-side.ts';
import { type SocketCounts, watchSockets } from '../watch-sockets.ts';

/** What it gives as `ready`. */
export interface ServerReady {
  pagePort: number;
  otherPort: number;
  token: string;
}

/** What it answers to `{ do: 'counts' }`: all since it began. */
export interface ServerCounts {
  /** Answers to a count. */
  answered: number;
  /** Messages that it sent of its own. */
  pushed: number;
  /** Messages that asked for no answer. */
  taken: number;
  /** Tokens that were checked and good. */
  verified: number;
  page: SocketCounts;
  other: SocketCounts;
}

const secret = 'of this laboratory alone';
const token = jwt.sign({ user: 'reader' }, secret, { algorithm: 'HS256', expiresIn: '1h' });
const counts = { answered: 0, pushed: 0, taken: 0, verified: 0 };
/** For those who ask for each message that is pushed. */
let nextPushed = 0;

// The two headers give the page a clock of 5 µs instead of 100 µs.
const page = {
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  },
  // The script that measures is served from elsewhere; the address of the page names it.
  html: `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Echo</title>
<script>
const src = new URLSearchParams(location.search).get('script');
history.replaceState(null, '', '/'); // or each request would name it as its referrer
document.head.append(Object.assign(document.createElement('script'), { src, crossOrigin: 'anonymous' }));
</script>`,
};

function nextAfter(count: number): { count: number } {
  if (!Number.isInteger(count)) throw new Error('A count must be a whole number');
  counts.answered += 1;
  return { count: count + 1 };
}

/** @throws if it isn't ours */
function verify(shown: string): void {
  jwt.verify(shown, secret, { algorithms: ['HS256'] });
  counts.verified += 1;
}

/** By method and path. */
const routes: Record<string, (request: IncomingMessage, query: URLSearchParams) => unknown> = {
  'GET /echo': (_, query) => nextAfter(Number(query.get('count'))),
  'GET /echo-once': (_, query) => nextAfter(Number(query.get('count'))),
  'GET /echo-signed': ({ headers }, query) => {
    verify((headers.authorization ?? '').replace('Bearer ', ''));
    return nextAfter(Number(query.get('count')));
  },
  'POST /echo': async (request) => nextAfter((await bodyOf(request)).count),
  'GET /next': () => {
    counts.pushed += 1;
    nextPushed += 1;
    return { count: nextPushed - 1 };
  },
  'POST /take': async (request) => {
    await bodyOf(request);
    counts.taken += 1;
    return { count: counts.taken };
  },
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  if (path === '/') {
    response.writeHead(200, page.headers).end(page.html);
    return;
  }
  const route = routes[`${request.method} ${path}`];
  if (!route) {
    response.writeHead(404).end();
    return;
  }
  const body = JSON.stringify(await route(request, new URLSearchParams(query)));
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(path === '/echo-once' ? { connection: 'close' } : {}),
    ...(request.headers['sec-fetch-site'] === 'same-origin' ? {} : { 'access-control-allow-origin': '*' }),
  });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<{ count: number }> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return JSON.parse(text);
}

const echo = sockjs.createServer({
  log: (severity, line) => {
    if (severity === 'error') console.error(line);
  },
});
echo.on('connection', (connection) => {
  const send = (message: object) => connection.write(JSON.stringify(message));
  connection.on('data', (text) => {
    const message = JSON.parse(text) as {
      count?: number;
      push?: number;
      take?: number;
      taken?: true;
      token?: string;
    };
    if (message.count !== undefined) send(nextAfter(message.count));
    else if (message.take !== undefined) counts.taken += 1;
    else if (message.taken) send({ count: counts.taken });
    else if (message.token !== undefined) {
      verify(message.token);
      send({ count: 0 });
    } else {
      for (let count = 0; count < (message.push ?? 0); count++) send({ count });
      counts.pushed += message.push ?? 0;
    }
  });
});

/** A server of its own on a free port, and what its sockets carry. */
async function open(): Promise<{ port: number; counted(): SocketCounts }> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  echo.installHandlers(server, { prefix: '/sock' });
  const counted = watchSockets(server);
  return { port: await listen(server), counted };
}

const [ofPage, other] = [await open(), await open()];
const ready: ServerReady = { pagePort: ofPage.port, otherPort: other.port, token };
serve(
  { ...ready },
  {
    counts: (): ServerCounts => ({ ...counts, page: ofPage.counted(), other: other.counted() }),
  },
);

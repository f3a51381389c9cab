import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

interface Item {
  id: string;
  n: number;
  /** Goes to the readers of that paper; without it, to all. */
  paper?: string;
  note?: string;
}

/** What the fixture does with one item for one reader: how often it sends it. */
export type Copies = (item: Item, reader: number, isOwed: boolean) => number;

export interface NewsApp {
  url: string;
  /** How many were sent to readers, and how many items were taken. */
  sent: number;
  items: number;
  /** Connections that came, over all its time. */
  connected: number;
  /** Connections at this moment. */
  connections(): number;
  /** Cuts every connection, and takes no more. */
  close(): Promise<void>;
}

/** How it is reached, where that isn't plain. */
interface Surroundings {
  /** Serves https with this key and certificate, PEM. */
  tls?: { key: string; cert: string };
  /** Of the app; nobody answers at `/` then. */
  namespace?: string;
  /** In the place of Socket.io's own. */
  parser?: object;
  /** Whether a handshake with these headers is let in. */
  admits?: (headers: IncomingHttpHeaders) => boolean;
}

/**
 * A Socket.io app with other names than ours: `follow` answers with the newest items, `post` puts one out, and
 * `news` brings it to each reader. It can lose and double what it sends, to see whether the account tells.
 */
export async function startNewsApp(
  copies: Copies = (_item, _reader, isOwed) => (isOwed ? 1 : 0),
  { tls, namespace = '/', parser, admits = () => true }: Surroundings = {},
): Promise<NewsApp> {
  const http = tls ? createTlsServer(tls) : createServer();
  const io = new Server(http, {
    serveClient: false,
    allowRequest: ({ headers }, decide) => decide(null, admits(headers)),
    ...(parser ? { parser } : {}),
  });
  const app: NewsApp = {
    url: '',
    sent: 0,
    items: 0,
    connected: 0,
    connections: () => io.engine.clientsCount,
    close: () => io.close(),
  };
  const readers: { paper: string; emit(event: string, ...args: unknown[]): unknown }[] = [];
  const ours = io.of(namespace);
  ours.use((socket, next) => {
    const { token } = socket.handshake.auth;
    next(token === 'wrong' ? new Error('who are you?') : undefined);
  });
  ours.on('connection', (socket) => {
    app.connected++;
    socket.on('follow', (paper: string, ack: (reply: unknown) => void) => {
      if (!/^(times|local-\d+)$/.test(paper))
        return ack({ error: { code: 'not-found', message: `no paper ${paper}` } });
      readers.push({ paper, emit: (event, ...args) => socket.emit(event, ...args) });
      ack({ result: [] });
    });
    socket.on('post', (item: Item, ack: (reply: unknown) => void) => {
      if (item.note === 'refuse') return ack({ error: { code: 'too-many-requests', message: 'later' } });
      if (item.note === 'refuse in words') return ack('later');
      app.items++;
      readers.forEach((reader, i) => {
        const isOwed = item.paper === undefined || item.paper === reader.paper;
        for (let copy = copies(item, i, isOwed); copy > 0; copy--) {
          app.sent++;
          reader.emit('news', { item: { id: item.id } });
        }
      });
      ack({ result: { id: item.id, taken: true } });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  app.url = `${tls ? 'https' : 'http'}://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return app;
}

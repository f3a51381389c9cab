import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** What a test wants the server to do with a message; DDP's own keep-alive and handshake are done already. */
export type Handle = (message: Record<string, unknown>, session: Session) => void;

/** One connection to the fixture. */
export interface Session {
  /** Everything that this client has sent, handshake and pings too. */
  received: Record<string, unknown>[];
  sockjs: boolean;
  /** Where the client connects from. */
  address: string | undefined;
  send(...messages: Record<string, unknown>[]): void;
  /** Puts text into the websocket as it is. */
  sendRaw(text: string): void;
  /** Cuts the connection without a goodbye. */
  cut(): void;
}

export interface DdpServer {
  url: string;
  port: number;
  sessions: Session[];
  /** What it answers to `connect`; undefined: nothing. */
  greeting: Record<string, unknown> | undefined;
  close(): Promise<void>;
}

/** How the server is guarded. */
interface Guard {
  /** Serves https and wss with this key and certificate, PEM. */
  tls?: { key: string; cert: string };
  /** Whether a handshake with these headers is let in; the others are answered 401. */
  admits?: (headers: IncomingHttpHeaders) => boolean;
}

/**
 * A DDP server to test the client against: both framings, and no publications or methods but what `handle` does.
 * It is a fixture. It isn't Meteor, and nothing may report it as that.
 * @param port 0: a free one
 */
export async function startDdpServer(
  handle: Handle,
  port = 0,
  { tls, admits = () => true }: Guard = {},
): Promise<DdpServer> {
  const http = tls ? createTlsServer(tls) : createServer();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: { threshold: 1024 } });
  const server: DdpServer = {
    url: '',
    port: 0,
    sessions: [],
    greeting: { msg: 'connected', session: 'fixture' },
    close: () => close(http, sockets),
  };
  http.on('upgrade', (request, socket, head) => {
    const path = request.url ?? '';
    const sockjs = /^\/sockjs\/\d{3}\/[a-z0-9_]{8}\/websocket$/.test(path);
    if (!sockjs && path !== '/websocket') {
      socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
      return;
    }
    if (!admits(request.headers)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      server.sessions.push(serve(ws, sockjs, request.socket.remoteAddress, server, handle));
    });
  });
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  server.port = (http.address() as AddressInfo).port;
  server.url = `${tls ? 'https' : 'http'}://127.0.0.1:${server.port}`;
  return server;
}

function serve(
  ws: WebSocket,
  sockjs: boolean,
  address: string | undefined,
  server: DdpServer,
  handle: Handle,
): Session {
  const session: Session = {
    received: [],
    sockjs,
    address,
    send: (...messages) => {
      const texts = messages.map((message) => JSON.stringify(message));
      if (sockjs) ws.send(`a${JSON.stringify(texts)}`);
      else for (const text of texts) ws.send(text);
    },
    sendRaw: (text) => ws.send(text),
    cut: () => ws.terminate(),
  };
  if (sockjs) ws.send('o');
  ws.on('message', (data) => {
    const texts: string[] = sockjs ? JSON.parse(data.toString()) : [data.toString()];
    for (const text of texts) {
      const message = JSON.parse(text);
      session.received.push(message);
      if (message.msg === 'connect') {
        // Meteor, too, says this before anything else.
        session.send({ server_id: '0' });
        if (server.greeting) session.send(server.greeting);
      } else if (message.msg === 'ping') session.send({ msg: 'pong', id: message.id });
      else if (message.msg !== 'pong') handle(message, session);
    }
  });
  return session;
}

async function close(http: Server, sockets: WebSocketServer): Promise<void> {
  for (const ws of sockets.clients) ws.terminate();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
}

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** How a test's server answers a message; DDP's handshake and pings are already handled. */
export type Handle = (message: Record<string, unknown>, session: Session) => void;

/** One connection to the fixture. */
export interface Session {
  /** Everything that this client has sent, including handshake and pings. */
  received: Record<string, unknown>[];
  sockjs: boolean;
  /** The client's address. */
  address: string | undefined;
  send(...messages: Record<string, unknown>[]): void;
  /** Sends text to the websocket unchanged. */
  sendRaw(text: string): void;
  /** Cuts the connection without closing it properly. */
  cut(): void;
}

export interface DdpServer {
  url: string;
  port: number;
  sessions: Session[];
  /** The answer to `connect`; undefined: none. */
  greeting: Record<string, unknown> | undefined;
  close(): Promise<void>;
}

/** How the server checks its clients. */
interface Guard {
  /** Serves https and wss with this key and certificate, PEM. */
  tls?: { key: string; cert: string };
  /** Whether a handshake with these headers is accepted; the server answers others with 401. */
  admits?: (headers: IncomingHttpHeaders) => boolean;
}

/**
 * A DDP server to test the client against, with both framings. All publications and methods are up to `handle`.
 * It is a fixture, not Meteor, and no report may label it as Meteor.
 * @param port 0: any free port
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
        // Meteor also sends this first.
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

/**
 * A server that only sends, to measure the benchmark's own overhead and limit. It sends a write to all subscribers of
 * its list at once, then answers; it stores and checks nothing. It implements the parts of DDP (plain and in SockJS
 * frames) and Socket.io that the load client uses. A broadcast is one frame, made once and written straight to each
 * connection's socket, so nearly all of its cost is the kernel's write for each delivery.
 */
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

interface Fields {
  listId?: string;
  [field: string]: unknown;
}

/** Frames are made for the writer's transport, which all clients share. */
interface Wire {
  added(document: { _id: string } & Fields): Buffer;
}

/** By list id. */
const subscribers = new Map<unknown, Set<Socket>>();

const http = createServer((_request, response) => response.end('ready'));
const server = new WebSocketServer({ server: http, perMessageDeflate: false, skipUTF8Validation: true });
server.on('connection', (ws, { url }) => {
  ws.on('error', () => {});
  if (url?.startsWith('/socket.io/')) serveSocketIo(ws);
  else serveDdp(ws, url?.startsWith('/sockjs/') === true);
});
http.listen(Number(process.env.PORT), '127.0.0.1', 4096);
process.on('SIGTERM', () => process.exit(0));

function serveDdp(ws: WebSocket, isSockJs: boolean): void {
  const frame = (text: string) => (isSockJs ? `a${JSON.stringify([text])}` : text);
  const send = (message: object) => ws.send(frame(JSON.stringify(message)));
  const wire: Wire = {
    added: ({ _id, ...fields }) =>
      textFrame(frame(JSON.stringify({ msg: 'added', collection: 'todos', id: _id, fields }))),
  };
  const take = (text: string) => {
    const { msg, id, method, params } = JSON.parse(text);
    if (msg === 'connect') send({ msg: 'connected', session: 'echo' });
    else if (msg === 'ping') send(id === undefined ? { msg: 'pong' } : { msg: 'pong', id });
    else if (msg === 'sub') {
      subscribe(ws, params[0]);
      send({ msg: 'ready', subs: [id] });
    } else if (msg === 'method') {
      if (method === 'todos.insert') broadcast(wire, params[0]);
      send({ msg: 'result', id, result: null });
      send({ msg: 'updated', methods: [id] });
    }
  };
  if (isSockJs) ws.send('o');
  ws.on('message', (data) => {
    if (!isSockJs) take(String(data));
    else for (const text of [JSON.parse(String(data))].flat()) take(text);
  });
}

function serveSocketIo(ws: WebSocket): void {
  const wire: Wire = {
    added: (document) =>
      textFrame(`42${JSON.stringify(['added', `todos.byList:${document.listId}`, document])}`),
  };
  ws.send('0{"sid":"echo","upgrades":[],"pingInterval":600000,"pingTimeout":600000,"maxPayload":1000000}');
  ws.on('message', (data) => {
    const text = String(data);
    if (text.startsWith('40')) ws.send('40{"sid":"echo"}');
    const [, ack, json] = /^42(\d*)(\[.*)$/s.exec(text) ?? [];
    if (json === undefined) return;
    const [event, ...args] = JSON.parse(json);
    if (event === 'subscribe') subscribe(ws, args[1]);
    else if (event === 'todos.insert') broadcast(wire, args[0]);
    const result =
      event === 'subscribe' ? { channel: `todos.byList:${args[1]?.listId}`, documents: [] } : null;
    if (ack !== '') ws.send(`43${ack}${JSON.stringify([{ result }])}`);
  });
}

function subscribe(ws: WebSocket, query: Fields | undefined): void {
  const listId = query?.listId;
  const list = subscribers.get(listId) ?? new Set();
  subscribers.set(listId, list);
  const socket = (ws as unknown as { _socket: Socket })._socket;
  list.add(socket);
  ws.once('close', () => list.delete(socket));
}

/** Like both apps' message for a new todo. */
function broadcast(wire: Wire, input: { _id: string } & Fields): void {
  const list = subscribers.get(input.listId);
  if (list === undefined) return;
  const frame = wire.added({ ...input, done: false, createdAt: { $date: Date.now() } });
  for (const socket of list) socket.write(frame);
}

/** A websocket frame from a server, unmasked. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const header = length < 126 ? [0x81, length] : [0x81, 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), payload]);
}

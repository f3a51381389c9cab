/**
 * Pushes one message after another to all its connections, as fast as the slowest takes them. It speaks as much of
 * DDP and of Socket.io as a subscriber needs, over frames made once a message: it has to outrun every receiver.
 * Arguments: connections. Prints its port; begins when so many have subscribed.
 */
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { WriteIds } from '../src/script/identifier.ts';

const connections = Number(process.argv[2]);
const ids = new WriteIds('bench', Number(process.argv[3]));
/** What may wait in this process for one connection; what the kernel takes comes on top. */
const most_bytes = 16_384;
const subscribed: Socket[] = [];
let frameOf: (k: number) => Buffer = ddpFrame;

const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
server.on('connection', (ws, { url }) => {
  ws.on('error', () => {});
  if (url?.startsWith('/socket.io/')) serveSocketIo(ws);
  else serveDdp(ws);
});
http.listen(0, '127.0.0.1', () => console.log((http.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());

function serveDdp(ws: WebSocket): void {
  ws.on('message', (data) => {
    const { msg, id } = JSON.parse(String(data));
    if (msg === 'connect') ws.send('{"msg":"connected","session":"bench"}');
    else if (msg === 'sub') {
      ws.send(JSON.stringify({ msg: 'ready', subs: [id] }));
      subscribe(ws, ddpFrame);
    }
  });
}

function serveSocketIo(ws: WebSocket): void {
  ws.send('0{"sid":"bench","upgrades":[],"pingInterval":600000,"pingTimeout":600000,"maxPayload":1000000}');
  ws.on('message', (data) => {
    const text = String(data);
    const ack = /^42(\d+)\[/.exec(text)?.[1];
    if (text.startsWith('40')) ws.send('40{"sid":"bench"}');
    else if (ack !== undefined) {
      ws.send(`43${ack}[{"result":null}]`);
      subscribe(ws, socketIoFrame);
    }
  });
}

function subscribe(ws: WebSocket, frame: typeof frameOf): void {
  frameOf = frame;
  subscribed.push((ws as unknown as { _socket: Socket })._socket);
  if (subscribed.length === connections) push(0);
}

/** One message to everybody, then the next: as a fan-out comes. */
function push(k: number): void {
  if (k === ids.count) return;
  const slow = subscribed.find((socket) => socket.writableLength > most_bytes);
  if (slow !== undefined) {
    slow.once('drain', () => push(k));
    return;
  }
  const frame = frameOf(k);
  for (const socket of subscribed) socket.write(frame);
  setImmediate(push, k + 1);
}

function ddpFrame(k: number): Buffer {
  return textFrame(
    `{"msg":"added","collection":"todos","id":"${ids.idOf(k)}","fields":{"listId":"l1","text":"buy milk"}}`,
  );
}

function socketIoFrame(k: number): Buffer {
  return textFrame(`42["added","todos.byList:l1",{"_id":"${ids.idOf(k)}","listId":"l1","text":"buy milk"}]`);
}

/** A websocket frame from a server, which masks nothing. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, payload.length]), payload]);
}

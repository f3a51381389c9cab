/** The relays' thread: see relays.ts. What comes is passed on first, and looked at afterwards. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { MongoMessages } from './mongo-messages.ts';
import type { Answer, Passed, Request, Way } from './relays.ts';
import { WebSocketMessages } from './websocket-messages.ts';

const end = '\r\n\r\n';
let passed: Passed[] = [];
let connections = 0;

function now_ms(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

parentPort?.on('message', async (request: Request) => {
  if ('open' in request) answer({ port: await open(request.open) });
  else {
    answer({ passed });
    passed = [];
  }
});

function answer(message: Answer): void {
  parentPort?.postMessage(message);
}

async function open(way: Way): Promise<number> {
  const listening = createServer((client) => {
    const server = connect(way.port, way.host);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.setNoDelay(true);
      one.on('error', () => {}); // 'close' follows
      one.on('close', () => other.end());
    }
    connections += 1;
    if (way.protocol === 'mongodb') leadMongo(way, client, server);
    else leadHttp(way, client, server);
  });
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return (listening.address() as AddressInfo).port;
}

type Note = (from: Passed['from'], at_ms: number, messages: readonly Buffer[]) => void;

function noteOf({ name: way }: Way): Note {
  const connection = connections;
  return (from, at_ms, messages) => {
    for (const bytes of messages) passed.push({ way, connection, from, at_ms, bytes });
  };
}

function leadMongo(way: Way, client: Socket, server: Socket): void {
  const note = noteOf(way);
  for (const [from, one, other] of [
    ['client', client, server],
    ['server', server, client],
  ] as const) {
    const messages = new MongoMessages();
    one.on('data', (chunk: Buffer) => {
      const at_ms = now_ms();
      other.write(chunk);
      note(from, at_ms, messages.take(chunk));
    });
  }
}

/** A connection's first request says whether it becomes a websocket: browsers make a fresh one for each. */
function leadHttp(way: Way, client: Socket, server: Socket): void {
  let head: Buffer = Buffer.alloc(0);
  client.on('data', function begin(chunk: Buffer) {
    head = Buffer.concat([head, chunk]);
    const length = head.indexOf(end);
    if (length < 0) return;
    client.off('data', begin);
    const request = head.toString('latin1', 0, length + 2);
    if (!/^upgrade: *websocket/im.test(request)) {
      server.write(head);
      client.on('data', (more: Buffer) => server.write(more));
      server.on('data', (more: Buffer) => client.write(more));
      return;
    }
    // Without it nothing is compressed: frames can be read.
    server.write(request.replace(/^sec-websocket-extensions:.*\r\n/im, ''), 'latin1');
    leadWebSocket(way, client, server);
    server.write(head.subarray(length + 2));
  });
}

function leadWebSocket(way: Way, client: Socket, server: Socket): void {
  const note = noteOf(way);
  const fromClient = new WebSocketMessages();
  client.on('data', (chunk: Buffer) => {
    const at_ms = now_ms();
    server.write(chunk);
    note('client', at_ms, fromClient.take(chunk));
  });
  const fromServer = new WebSocketMessages();
  let head: Buffer | undefined = Buffer.alloc(0);
  server.on('data', (chunk: Buffer) => {
    const at_ms = now_ms();
    client.write(chunk);
    if (!head) {
      note('server', at_ms, fromServer.take(chunk));
      return;
    }
    head = Buffer.concat([head, chunk]);
    const length = head.indexOf(end);
    if (length < 0) return;
    note('server', at_ms, fromServer.take(head.subarray(length + end.length)));
    head = undefined;
  });
}

import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import msgpack from 'socket.io-msgpack-parser';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type ConnectOptions, connect } from '../src/index.ts';
import { type Certificate, makeCertificate } from './certificate.ts';
import { collect } from './collect.ts';
import { startDdpServer } from './ddp-server.ts';

/** The host name in the servers' certificate; they listen at 127.0.0.1. */
const servername = 'app.test';
const headers = { Authorization: 'Bearer abc', Cookie: 'session=42; theme=dark' };
const admits = (given: IncomingHttpHeaders) =>
  given.authorization === headers.Authorization && given.cookie === headers.Cookie;

let certificate: Certificate;
let other: Certificate;
beforeAll(async () => {
  [certificate, other] = await Promise.all([makeCertificate(servername), makeCertificate(servername)]);
});

const clients: Client[] = [];
const stops: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const stop of stops.splice(0)) await stop();
});

async function open(options: ConnectOptions): Promise<Client> {
  const client = await connect({ timeout_ms: 5000, ...options });
  clients.push(client);
  return client;
}

const trusting = () => ({ tls: { ca: certificate.ca, servername }, headers });

/** Options that fail at one of the checks each. */
const rejected: [string, () => Partial<ConnectOptions>, RegExp][] = [
  ['an untrusted certificate', () => ({ ...trusting(), tls: {} }), /self-signed certificate/],
  [
    'the certificate of another server',
    () => ({ ...trusting(), tls: { ca: other.ca, servername } }),
    /self-signed certificate|unable to verify|signature/,
  ],
  [
    'a name that isn’t in the certificate',
    () => ({ ...trusting(), tls: { ca: certificate.ca, servername: 'other.test' } }),
    /altnames/,
  ],
  ['no header', () => ({ tls: trusting().tls }), /response: 40[013]/],
  [
    'another cookie',
    () => ({ ...trusting(), headers: { ...headers, Cookie: 'session=43' } }),
    /response: 40[013]/,
  ],
];

describe.each(['ddp', 'ddp-sockjs'] as const)('%s over TLS', (transport) => {
  async function listen() {
    const server = await startDdpServer(
      ({ msg, id, method, params }, session) => {
        if (msg === 'sub') {
          session.send(
            { msg: 'added', collection: 'todos', id: 'a', fields: { text: 'milk' } },
            { msg: 'ready', subs: [id] },
          );
        } else if (method === 'echo') session.send({ msg: 'result', id, result: params });
      },
      0,
      { tls: certificate, admits },
    );
    stops.push(() => server.close());
    return server;
  }

  test('subscribes and calls, with a header and a cookie', async () => {
    const { url } = await listen();
    const client = await open({ url, transport, ...trusting() });
    const { changes } = collect(client);
    await client.subscribe('todos');
    expect(changes.map(({ event, collection }) => [event, collection])).toEqual([['added', 'todos']]);
    expect(await client.call('echo', 1)).toEqual([1]);
    expect(client.negotiated.transport).toBe(transport);
  });

  test('trusts any server if told to', async () => {
    const { url } = await listen();
    await open({ url, transport, headers, tls: { rejectUnauthorized: false } });
  });

  test('a reconnection sends the same header and cookie, with the same trust', async () => {
    const server = await listen();
    const client = await open({ url: server.url, transport, reconnect: true, ...trusting() });
    await client.subscribe('todos');
    const back = new Promise((resolve) => client.onReconnect(resolve));
    server.sessions[0]?.cut();
    expect(await back).toEqual({ failures: [] });
    expect(server.sessions).toHaveLength(2);
  });

  test.each(rejected)('%s is refused, and the error has address and cause', async (_, options, cause) => {
    const { url } = await listen();
    const refused = { code: 'refused', message: expect.stringMatching(cause) };
    const address = url.replace('https', 'wss');
    await expect(open({ url, transport, ...options() })).rejects.toMatchObject(refused);
    await expect(open({ url, transport, ...options() })).rejects.toThrow(address);
  });
});

/** Only serves the namespace; nothing answers at `/`. */
const namespace = '/todos';

function todos(socket: Socket): void {
  socket.on('subscribe', (listId: string, ack: (answer: unknown) => void) => {
    ack({ result: [{ _id: 'a', listId }] });
    socket.emit('added', { _id: 'b', listId });
    socket.emit('added', { _id: 'c', listId, photo: Buffer.from([1, 2, 3]) });
    socket.emit('removed', 'b');
  });
  socket.on('echo', (input: unknown, ack: (answer: unknown) => void) => ack({ result: input }));
  socket.on('refuse', (ack: (answer: unknown) => void) => ack({ error: { code: 'not-found' } }));
}

describe.each([
  ['its own parser', undefined],
  ['socket.io-msgpack-parser', 'socket.io-msgpack-parser'],
])('socketio over TLS, in a namespace, with %s', (_, parser) => {
  async function listen(): Promise<{ url: string; io: Server; http: HttpsServer }> {
    const http = createServer(certificate);
    const io = new Server(http, {
      ...(parser ? { parser: msgpack } : {}),
      allowRequest: ({ headers: given }, decide) => decide(null, admits(given)),
    });
    io.of(namespace).on('connection', todos);
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    stops.push(() => io.close());
    return { url: `https://127.0.0.1:${(http.address() as AddressInfo).port}`, io, http };
  }
  const own = () => ({ transport: 'socketio', namespace, ...(parser ? { parser } : {}) }) as const;

  test('subscribes and calls, with a header and a cookie', async () => {
    const { url } = await listen();
    const client = await open({ url, ...own(), ...trusting() });
    const { changes, stamps, reach } = collect(client);
    const before_ns = process.hrtime.bigint();
    const subscription = await client.subscribe('subscribe', 'home');
    expect(changes).toEqual([]);
    expect(subscription.snapshot).toEqual([{ _id: 'a', listId: 'home' }]);
    await reach(3);
    expect(changes).toEqual([
      { event: 'added', args: [{ _id: 'b', listId: 'home' }] },
      { event: 'added', args: [{ _id: 'c', listId: 'home', photo: Buffer.from([1, 2, 3]) }] },
      { event: 'removed', args: ['b'] },
    ]);
    expect(stamps.every((at_ns) => at_ns > before_ns && at_ns < process.hrtime.bigint())).toBe(true);
    expect(await client.call('echo', { deep: ['x', 1, null] })).toEqual({ deep: ['x', 1, null] });
    await expect(client.call('refuse')).rejects.toMatchObject({ code: 'not-found' });
    expect(client.negotiated.transport).toBe('socketio');
  });

  test('a reconnection sends the same header and cookie, with the same trust', async () => {
    const { url, io } = await listen();
    const client = await open({ url, ...own(), ...trusting(), reconnect: true });
    await client.subscribe('subscribe', 'home');
    const back = new Promise((resolve) => client.onReconnect(resolve));
    for (const socket of io.of(namespace).sockets.values()) socket.conn.close();
    expect(await back).toEqual({ failures: [] });
    expect(await client.call('echo', 2)).toBe(2);
  });

  test('polling has the same trust, header and cookie', async () => {
    const { url } = await listen();
    const client = await open({ url, ...own(), ...trusting(), transports: ['polling', 'websocket'] });
    expect(await client.call('echo', 1)).toBe(1);
    await expect.poll(() => client.negotiated.transport).toBe('socketio');
    const untrusted = open({ url, ...own(), transports: ['polling'] });
    await expect(untrusted).rejects.toThrow(/xhr poll error/);
  });

  test('an unknown namespace is refused by name', async () => {
    const { url } = await listen();
    const wrong = open({ url, ...own(), ...trusting(), namespace: '/nowhere' });
    await expect(wrong).rejects.toMatchObject({
      code: 'refused',
      message: `${url}/nowhere: Invalid namespace`,
    });
  });

  test.each(rejected)('%s is refused, and the error has address and cause', async (_, options, cause) => {
    const { url } = await listen();
    const refused = { code: 'refused', message: expect.stringMatching(cause) };
    await expect(open({ url, ...own(), ...options() })).rejects.toMatchObject(refused);
    await expect(open({ url, ...own(), ...options() })).rejects.toThrow(url);
  });
});

test('a server with another parser is refused at once, and the error suggests the cause', async () => {
  const http = createServer(certificate);
  const io = new Server(http, { parser: msgpack });
  io.on('connection', todos);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  stops.push(() => io.close());
  const url = `https://127.0.0.1:${(http.address() as AddressInfo).port}`;
  await expect(open({ url, transport: 'socketio', ...trusting() })).rejects.toMatchObject({
    code: 'refused',
    message: `${url}: the server closed the connection before it answered (does it use another parser?): transport close`,
  });
});

test('a missing or invalid parser is reported with the remedy', async () => {
  const url = 'https://127.0.0.1:1';
  await expect(open({ url, transport: 'socketio', parser: 'no-such-parser' })).rejects.toMatchObject({
    code: 'option',
    message: expect.stringMatching(/^parser: can't load no-such-parser: .* \(npm install it\)$/),
  });
  await expect(open({ url, transport: 'socketio', parser: 'ws' })).rejects.toMatchObject({
    code: 'option',
    message: 'parser: ws has no Encoder and Decoder, so it is not a Socket.io parser',
  });
});

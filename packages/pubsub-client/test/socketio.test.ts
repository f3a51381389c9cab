import { once } from 'node:events';
import { type AddressInfo, createServer, type Server as TcpServer } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { type Client, type ConnectOptions, connect, type Reconnection } from '../src/index.ts';
import { collect, disconnection } from './collect.ts';

const clients: Client[] = [];
const stops: (() => Promise<unknown> | unknown)[] = [];

/** @returns its address */
function listen(serve: (socket: Socket, io: Server) => void, port = 0, namespace = '/') {
  const io = new Server({ perMessageDeflate: { threshold: 1024 } });
  io.listen(port);
  io.of(namespace).on('connection', (socket) => serve(socket, io));
  stops.push(() => io.close());
  const address = (io as unknown as { httpServer: TcpServer }).httpServer.address() as AddressInfo;
  return { io, port: address.port, url: `http://127.0.0.1:${address.port}` };
}

async function open(url: string, options: Partial<ConnectOptions> = {}): Promise<Client> {
  const client = await connect({ url, transport: 'socketio', timeout_ms: 5000, ...options });
  clients.push(client);
  return client;
}

type Ack = (reply: unknown) => void;
const subscribeEvent = 'subscribe';
const unsubscribeEvent = 'unsubscribe';

/** Sends a change before the snapshot, the snapshot, and changes after it, all in one read. */
function todos(socket: Socket): void {
  socket.on('subscribe', (name: string, params: { listId: string }, ack: Ack) => {
    if (name === 'refused') return ack({ error: { code: 'validation-error', message: 'no such list' } });
    if (name === 'silence') return;
    ack({ result: { channel: `${name}:${params.listId}`, documents: [{ _id: 'a', at: { $date: 5 } }] } });
    socket.emit('added', `${name}:${params.listId}`, { _id: 'b' });
    socket.emit('removed', `${name}:${params.listId}`, 'b');
  });
  socket.on('echo', (input: unknown, ack: Ack) => ack({ result: input }));
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const stop of stops.splice(0)) await stop();
});

test('a subscription resolves with its snapshot, before the changes after it', async () => {
  const { url } = listen(todos);
  const client = await open(url, { subscribeEvent });
  const { changes, stamps, reach } = collect(client);
  const before_ns = process.hrtime.bigint();
  const subscription = await client.subscribe('todos', { listId: 'l' });
  expect(changes).toEqual([]);
  expect(subscription.snapshot).toEqual({
    channel: 'todos:l',
    documents: [{ _id: 'a', at: { $date: 5 } }],
  });
  await reach(2);
  expect(changes).toEqual([
    { event: 'added', args: ['todos:l', { _id: 'b' }] },
    { event: 'removed', args: ['todos:l', 'b'] },
  ]);
  expect(stamps.every((at_ns) => at_ns > before_ns && at_ns < process.hrtime.bigint())).toBe(true);
  expect(client.negotiated.extensions).toContain('permessage-deflate');
  expect(client.negotiated.transport).toBe('socketio');
});

test('changes keep their order, whatever they contain and however they are sent', async () => {
  const { url } = listen((socket) => {
    socket.on('go', () => {
      for (let n = 0; n < 300; n += 1) {
        const text = `${n} "quoted" \\ ü 漢字 🙂 \u2028 ${'x'.repeat(n * 10)}`;
        if (n % 3 === 0) socket.emit('change', n, text);
        else if (n % 3 === 1) socket.emit('change', n, text, Buffer.from([n % 256]));
        else socket.emit('change', n, text, () => {});
      }
    });
  });
  const client = await open(url, { subscribeAck: false });
  const { changes, reach } = collect(client);
  await client.subscribe('go');
  await reach(300);
  expect(changes.map(({ args }) => args[0])).toEqual(Array.from({ length: 300 }, (_, n) => n));
  expect(changes[31]?.args).toEqual([
    31,
    expect.stringContaining('31 "quoted" \\ ü 漢字 🙂 \u2028'),
    Buffer.from([31]),
  ]);
});

test('changes in the same read as the connection are not lost', async () => {
  const { url } = listen((socket) => socket.emit('hello', 1));
  const { reach } = collect(await open(url, { compression: false }));
  await reach(1);
});

test('results, error codes and other shapes of answers', async () => {
  const { url } = listen((socket) => {
    todos(socket);
    socket.on('refuse', (ack: Ack) => ack({ error: { code: 'not-found', message: 'no such todo' } }));
    socket.on('text', (ack: Ack) => ack({ error: 'just text' }));
    socket.on('plain', (ack: Ack) => ack(['just', 'a', 'value']));
    socket.on('nothing', (ack: () => void) => ack());
    socket.on('null', (ack: Ack) => ack({ result: null }));
  });
  const client = await open(url, { subscribeEvent });
  expect(await client.call('echo', { at: { $date: 1 } })).toEqual({ at: { $date: 1 } });
  expect(await client.call('plain')).toEqual(['just', 'a', 'value']);
  expect(await client.call('nothing')).toBeUndefined();
  expect(await client.call('null')).toBeNull();
  await expect(client.call('refuse')).rejects.toMatchObject({ code: 'not-found', message: 'no such todo' });
  await expect(client.call('text')).rejects.toMatchObject({ code: 'error', message: 'just text' });
  await expect(client.subscribe('refused', {})).rejects.toMatchObject({ code: 'validation-error' });
});

test('stop() names the channel, or repeats the subscription if there is none', async () => {
  const ended: unknown[][] = [];
  const { url } = listen((socket) => {
    todos(socket);
    socket.on('join', (_room: string, ack: () => void) => ack());
    socket.on('unsubscribe', (...args: unknown[]) => {
      ended.push(args.slice(0, -1));
      (args.at(-1) as Ack)({ result: null });
    });
  });
  const client = await open(url, { subscribeEvent, unsubscribeEvent });
  const subscription = await client.subscribe('todos', { listId: 'l' });
  await subscription.stop();
  const other = await open(url, { unsubscribeEvent });
  await (await other.subscribe('join', 'room-1')).stop();
  expect(ended).toEqual([['todos:l'], ['join', 'room-1']]);
});

test('another path, a namespace, and the auth that the server receives', async () => {
  const { url, io } = listen(
    (socket) => {
      socket.emit('you', socket.handshake.auth);
      socket.on('echo', (input: unknown, ack: Ack) => ack({ result: input }));
    },
    0,
    '/chat',
  );
  io.of('/closed').use((_socket, next) => {
    next(Object.assign(new Error('members only'), { data: { code: 'forbidden' } }));
  });
  const client = await open(url, { namespace: '/chat', auth: { token: 't' } });
  const { changes, reach } = collect(client);
  await reach(1);
  expect(changes).toEqual([{ event: 'you', args: [{ token: 't' }] }]);
  expect(await client.call('echo', 1)).toBe(1);
  await expect(open(url, { namespace: '/closed' })).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('members only'),
  });
  await expect(open(url, { path: '/elsewhere', timeout_ms: 500 })).rejects.toMatchObject({
    code: expect.stringMatching(/refused|timeout/),
  });
});

test('a lost connection is reported, and ends pending calls', async () => {
  const { url, io } = listen(todos);
  const client = await open(url, { subscribeEvent });
  const said = disconnection(client);
  const call = client.call('silence');
  const subscription = client.subscribe('silence', {});
  for (const socket of io.sockets.sockets.values()) socket.conn.close();
  await expect(call).rejects.toMatchObject({ code: 'disconnected' });
  await expect(subscription).rejects.toMatchObject({ code: 'disconnected' });
  expect(await said).toContain(url);
  await expect(client.call('echo', 1)).rejects.toMatchObject({ code: 'disconnected' });
});

test.each(['cut', 'sent away'])('reconnects with the same subscriptions when it was %s', async (how) => {
  const { url, io } = listen(todos);
  const client = await open(url, { subscribeEvent, reconnect: true });
  const { changes, reach } = collect(client);
  const subscription = await client.subscribe('todos', { listId: 'l' });
  const first = subscription.snapshot;
  await reach(2);
  const back = new Promise<[Reconnection, number]>((resolve) => {
    client.onReconnect((reconnection) => resolve([reconnection, changes.length]));
  });
  for (const socket of io.sockets.sockets.values()) {
    if (how === 'cut') socket.conn.close();
    else socket.disconnect();
  }
  expect(await back).toEqual([{ failures: [] }, 2]);
  expect(subscription.snapshot).toEqual(first);
  expect(subscription.snapshot).not.toBe(first);
  await reach(4);
  expect(await client.call('echo', 2)).toBe(2);
});

test('reconnects to a server that was down, and reports the failed subscriptions', async () => {
  const { url, port, io } = listen(todos);
  const client = await open(url, { subscribeEvent, reconnect: true });
  await client.subscribe('todos', { listId: 'l' });
  await client.subscribe('lists', { listId: 'l' });
  const back = new Promise<Reconnection>((resolve) => client.onReconnect(resolve));
  await io.close();
  listen((socket) => {
    socket.on('subscribe', (name: string, _params: unknown, ack: Ack) => {
      ack(name === 'lists' ? { error: { code: 'not-found', message: 'gone' } } : { result: {} });
    });
  }, port);
  expect(await back).toMatchObject({ failures: [{ name: 'lists', error: { code: 'not-found' } }] });
});

test('a silent server is a timeout that names it', async () => {
  const { url } = listen(todos);
  // Long enough to connect on a busy machine.
  const client = await open(url, { subscribeEvent, timeout_ms: 1000 });
  await expect(client.call('silence')).rejects.toMatchObject({
    code: 'timeout',
    message: `${url}: no answer to method silence in 1000 ms`,
  });
  const mute = createServer(() => {});
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  stops.push(() => mute.close());
  const muteUrl = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`;
  await expect(open(muteUrl, { timeout_ms: 100 })).rejects.toMatchObject({
    code: 'timeout',
    message: expect.stringContaining(muteUrl),
  });
});

test('without a server the connection is refused at once, and the error has the address', async () => {
  const { url, io } = listen(todos);
  await io.close();
  await expect(open(url)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining(url),
  });
});

test.each(['42[broken]', '42[', '42', '430', '430]', '49', 'zzz', '42{"no":"array"}', '42[{"no":"name"}]'])(
  '%j ends the connection',
  async (garbage) => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    stops.push(() => server.close());
    await once(server, 'listening');
    server.on('connection', (ws) => {
      ws.send('0{"sid":"s","upgrades":[],"pingInterval":25000,"pingTimeout":20000}');
      ws.on('message', (data) => {
        if (data.toString().startsWith('40')) ws.send('40{"sid":"t"}');
        else ws.send(garbage);
      });
    });
    const client = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const said = disconnection(client);
    const call = client.call('anything');
    await expect(call).rejects.toMatchObject({ code: 'disconnected' });
    expect(await said).toMatch(/parse error|transport error|parser error/);
  },
);

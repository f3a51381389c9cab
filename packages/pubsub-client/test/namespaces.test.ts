import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type ServerOptions } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { type ConnectOptions, connect, type Reconnection } from '../src/index.ts';
import { collect, disconnection } from './collect.ts';

type Ack = (...args: unknown[]) => void;

/** Log-in in /auth; over the same connection, /notifications is for those who logged in. */
async function startApp(options: Partial<ServerOptions> = {}) {
  const http = createServer();
  const io = new Server(http, options);
  const counts = { connections: 0, upgraded: 0, root: 0, auth: 0, listed: 0, refused: 0, acknowledged: 0 };
  const seen: { query: unknown; auth: unknown }[] = [];
  io.engine.on('connection', (socket) => {
    counts.connections++;
    socket.on('upgrade', () => counts.upgraded++);
  });
  io.on('connection', (socket) => {
    counts.root++;
    seen.push({ query: socket.handshake.query, auth: socket.handshake.auth });
    socket.on('hello', (answer: Ack) => answer({ ok: true }));
    socket.on('ask', (answer: Ack) => {
      socket.emit('question', 1, () => counts.acknowledged++);
      answer({ ok: true });
    });
  });
  io.of('/auth').on('connection', (socket) => {
    counts.auth++;
    socket.on('authenticate', (token: string, answer: Ack) => {
      Object.assign(socket.conn, { isIn: token === socket.handshake.auth.secret });
      answer({ ok: token === socket.handshake.auth.secret });
    });
  });
  io.of('/closed').use((_socket, next) => next(new Error('members only')));
  io.of('/notifications').on('connection', (socket) => {
    socket.on('list', (answer: Ack) => {
      if (!(socket.conn as unknown as { isIn?: boolean }).isIn) {
        counts.refused++;
        return answer({ ok: false, error: 'not-logged-in' });
      }
      counts.listed++;
      answer({ ok: true, result: [1, 2] });
    });
    socket.on('push', (n: number) => {
      for (let i = 0; i < n; i++) {
        if (i % 2 === 0) socket.emit('pushed', i);
        else socket.emit('pushed', i, Buffer.from([i]));
      }
    });
    socket.on('follow', (_input: unknown, answer: Ack) => answer({ ok: true, result: [] }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => io.close());
  return { io, counts, seen, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
}

async function open(url: string, options: Partial<ConnectOptions> = {}) {
  const client = await connect({ url, transport: 'socketio', timeout_ms: 3000, ...options });
  onTestFinished(() => client.close());
  return client;
}

test('several namespaces share one connection, each connected at its first use with the same auth', async () => {
  const { url, counts } = await startApp();
  const client = await open(url, { auth: { secret: 's' } });
  await expect(client.of('/notifications').call('list')).rejects.toMatchObject({ code: 'not-logged-in' });
  expect(await client.of('/auth').call('authenticate', 's')).toEqual({ ok: true });
  expect(await client.of('/notifications').call('list')).toEqual([1, 2]);
  expect(counts).toMatchObject({ connections: 1, root: 1, auth: 1, listed: 1, refused: 1 });
  await expect(client.of('/closed').call('x')).rejects.toMatchObject({
    code: 'refused',
    message: `${url}/closed: members only`,
  });
  await expect(client.of('closed').ready()).rejects.toThrow(`${url}/closed: members only`);
  await client.of('/auth').ready();
  expect([client, client.of('auth')].map(({ namespace }) => namespace)).toEqual(['/', '/auth']);
  await expect(client.of('/nowhere').call('x')).rejects.toMatchObject({
    message: `${url}/nowhere: Invalid namespace`,
  });
  expect(await client.call('hello')).toEqual({ ok: true });
});

test('events of another namespace come in order, named, to the client and to its namespace', async () => {
  const { url } = await startApp();
  const client = await open(url);
  const all = collect(client);
  const theirs = collect(client.of('/notifications'));
  const others = collect(client.of('/auth'));
  client.of('/notifications').send('push', 40);
  await theirs.reach(40);
  expect(theirs.changes.map(({ args }) => args[0])).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(theirs.changes[1]).toEqual({
    event: 'pushed',
    namespace: '/notifications',
    args: [1, Buffer.from([1])],
  });
  expect([all.changes.length, others.changes.length]).toEqual([40, 0]);
});

test('the path of an address is its namespace, and its query is sent with that of the options', async () => {
  const { url, counts, seen } = await startApp();
  const client = await open(`${url}/auth/`, { auth: { secret: 's' } });
  expect(await client.call('authenticate', 's')).toEqual({ ok: true });
  expect(counts).toMatchObject({ connections: 1, root: 0, auth: 1 });
  await open(`${url}/?a=1&b=1`, { query: { b: 2, token: 'a b' } });
  expect(seen[0]?.query).toMatchObject({ a: '1', b: '2', token: 'a b' });
});

test.each([
  [['polling'], 0],
  [['polling', 'websocket'], 1],
  [['websocket'], 0],
] as const)('transports %j', async (transports, upgrades) => {
  const { url, counts } = await startApp({ transports: [...transports] });
  const client = await open(url, { transports });
  expect(await client.call('hello')).toEqual({ ok: true });
  await expect.poll(() => counts.upgraded).toBe(upgrades);
  const { changes, reach } = collect(client.of('/notifications'));
  client.of('/notifications').send('push', 20);
  await reach(20);
  expect(changes.map(({ args }) => args[0])).toEqual(Array.from({ length: 20 }, (_, i) => i));
  expect(changes[1]?.args[1]).toEqual(Buffer.from([1]));
  expect(client.negotiated.transport).toBe(transports.at(-1) === 'websocket' ? 'socketio' : 'polling');
  await client.close();
  expect(counts.connections).toBe(1);
});

test('a handshake that is refused says why, in the words of its body', async () => {
  const polling = await startApp({ transports: ['polling'] });
  await expect(open(polling.url)).rejects.toThrow(
    `${polling.url}: websocket error: Unexpected server response: 400: Transport unknown`,
  );
  const guarded = await startApp({ allowRequest: (_request, decide) => decide('no session', false) });
  await expect(open(guarded.url)).rejects.toThrow(/Unexpected server response: 400: no session$/);
  await expect(open(guarded.url, { transports: ['polling'] })).rejects.toThrow(
    `${guarded.url}: xhr poll error: 403: no session`,
  );
});

test('a page of a proxy, and a session that another instance has, are in the message', async () => {
  const proxy = createServer((_request, response) => {
    response.writeHead(502).end('<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>');
  });
  proxy.on('upgrade', (_request, socket) => {
    socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 28\r\n\r\n<title>502 by proxy</title>\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  await expect(open(url)).rejects.toThrow(
    `${url}: websocket error: Unexpected server response: 502: 502 by proxy`,
  );
  await expect(open(url, { transport: 'ddp' })).rejects.toThrow(
    /Unexpected server response: 502: 502 by proxy/,
  );
  await expect(open(url, { transports: ['polling'] })).rejects.toThrow(
    'xhr poll error: 502: 502 Bad Gateway',
  );

  // Two instances behind a balancer that takes turns: the second doesn't know the session.
  let turn = 0;
  const servers = await Promise.all([startApp(), startApp()]);
  const balancer = createServer((request, response) => {
    const target = servers[turn++ % 2]?.url as string;
    void fetch(target + request.url, { method: request.method as string }).then(async (answer) => {
      response.writeHead(answer.status).end(await answer.text());
    });
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void balancer.close());
  const balanced = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
  await expect(open(balanced, { transports: ['polling'] })).rejects.toThrow('Session ID unknown');
});

test('the server’s requests for an acknowledgement are answered, with nothing', async () => {
  const { url, counts } = await startApp();
  const client = await open(url);
  const { changes, reach } = collect(client);
  await client.call('ask');
  await reach(1);
  expect(changes).toEqual([{ event: 'question', args: [1] }]);
  await expect.poll(() => counts.acknowledged).toBe(1);
});

test('namespaces are connected and subscribed again after a reconnection', async () => {
  const { url, io, counts } = await startApp();
  const client = await open(url, { reconnect: true });
  await client.of('/notifications').subscribe('follow', {});
  const { changes, reach } = collect(client.of('/notifications'));
  const back = new Promise<Reconnection>((resolve) => client.onReconnect(resolve));
  for (const socket of io.sockets.sockets.values()) socket.conn.close();
  expect(await back).toEqual({ failures: [] });
  client.of('/notifications').send('push', 4);
  await reach(4);
  expect(changes.map(({ args }) => args)).toEqual([[0], [1, Buffer.from([1])], [2], [3, Buffer.from([3])]]);
  expect(counts.connections).toBe(2);
});

test('with connectionStateRecovery what was missed comes once, plain and binary', async () => {
  const { url, io } = await startApp({ connectionStateRecovery: { maxDisconnectionDuration: 5000 } });
  const client = await open(url, { reconnect: true });
  await client.of('/notifications').subscribe('follow', {});
  const { changes, reach } = collect(client.of('/notifications'));
  const everybody = io.of('/notifications');
  const send = (n: number) => {
    everybody.emit('news', n);
    everybody.emit('news', n + 0.5, Buffer.from([n]));
  };
  send(1);
  send(2);
  await reach(4);
  const gone = disconnection(client);
  const back = new Promise((resolve) => client.onReconnect(resolve));
  for (const socket of io.sockets.sockets.values()) socket.conn.close();
  await gone;
  send(3);
  await back;
  send(4);
  await reach(8);
  expect(changes.map(({ args }) => args[0])).toEqual([1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5]);
});

test('a namespace that the server closes is reported', async () => {
  const { url, io } = await startApp();
  const client = await open(url, { auth: { secret: 's' } });
  await client.of('/auth').call('authenticate', 's');
  const said = disconnection(client);
  io.of('/auth').disconnectSockets();
  expect(await said).toBe(`${url}: /auth: io server disconnect`);
  expect(await client.call('hello')).toEqual({ ok: true });
});

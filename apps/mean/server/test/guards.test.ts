import { connect, type Socket as NetSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createdAt, guardedBy, type Stored, send, startApp, type TestApp } from './app.ts';

let testbed: Testbed;
let server: TestApp;

beforeAll(async () => {
  testbed = await openTestbed();
  server = await startApp(testbed, {
    ...guardedBy({
      snapshotBytes: 3_000_000,
      callsPerAddress: { count: 300, per_ms: 10_000 },
      subscriptionsPerAddress: { count: 300, per_ms: 10_000 },
      signUpsPerAddress: { count: 2, per_ms: 60_000 },
      connectionsPerAddress: 20,
      forwardedCount: 1,
    }),
    forwardedCount: 1,
  });
});
afterAll(() => testbed?.close());

const codeOf = (reply: unknown) => (reply as { error?: { code: string } }).error?.code;
const polling = (sid?: string) =>
  `${server.url}/socket.io/?EIO=4&transport=polling${sid ? `&sid=${sid}` : ''}`;
const from = (address: string) => ({ extraHeaders: { 'x-forwarded-for': address } });

/** A polling connection without a socket. @returns its id */
async function open(): Promise<string> {
  const text = await (await fetch(polling())).text();
  return JSON.parse(text.slice(1)).sid;
}

function refused(options: object): Promise<void> {
  const socket = io(server.url, { reconnection: false, forceNew: true, ...options });
  return new Promise((resolve, reject) => {
    socket.once('connect_error', () => resolve());
    socket.once('connect', () => reject(new Error('connected')));
  });
}

/** Resolves when the connection is closed, which its client only learns on request. */
async function untilGone(sid: string): Promise<void> {
  await expect.poll(async () => (await fetch(polling(sid))).status).toBe(400);
}

describe('one connection', () => {
  test('has one socket, however many it requests', async () => {
    const sid = await open();
    await fetch(polling(sid), { method: 'POST', body: Array(33_000).fill('40').join('\x1e') });
    expect(server.app.io.sockets.sockets.size).toBeLessThan(2);
    await untilGone(sid);
    expect(server.app.io.sockets.sockets.size).toBe(0);
  });

  test('gets no second socket after its first, so no second quota', async () => {
    const sid = await open();
    const post = (body: string) => fetch(polling(sid), { method: 'POST', body });
    await post('40');
    await post('41');
    await post('40');
    await untilGone(sid);
    expect(server.app.io.sockets.sockets.size).toBe(0);
  });

  test('is closed after a packet that no client sends', async () => {
    for (const packets of ['430[]', '46-["x"]', Array(900).fill('42["x"]').join('\x1e')]) {
      const sid = await open();
      await fetch(polling(sid), { method: 'POST', body: '40' });
      await fetch(polling(sid), { method: 'POST', body: packets });
      await untilGone(sid);
    }
  });

  test('is closed after fewer long packets than short ones', async () => {
    const socket = await server.connect(from('192.0.2.8'));
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    // 200 short ones would be rejected before a connection is closed.
    for (let k = 0; k < 150; k++) socket.emit('todos.remove', { _id: 'x'.repeat(95_000) }, () => {});
    expect(await Promise.race([ended, send(socket, 'build')])).toBe('transport close');
  });

  test('that requests an upgrade at a wrong path, and breaks off, ends nothing', async () => {
    const { hostname, port } = new URL(server.url);
    for (const path of ['/nowhere', '/socket.io/?EIO=4&transport=websocket&sid=none']) {
      for (let k = 0; k < 5; k++) {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => {});
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
            'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\nmore',
        );
        await sleep(10); // the server must have it before it breaks off
        socket.resetAndDestroy();
      }
    }
    // An unhandled error would have failed this run.
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });
});

test('waiting calls are weighed, and the client with the most is cut', async () => {
  const connect = () => server.connect(from('192.0.2.7'));
  const [heavy, light, other] = [await connect(), await connect(), await connect()];
  const ended = new Promise((resolve) => heavy.once('disconnect', resolve));
  const session = server.db.client.startSession();
  try {
    // An insert waits for another one with the same id that isn't committed yet.
    session.startTransaction();
    const lists = server.db.collection<Stored>('lists');
    for (const _id of ['one', 'two']) await lists.insertOne({ _id, name: 'held' }, { session });
    const insert = (socket: Client, _id: string, name: string) =>
      void send(socket, 'lists.insert', { _id, name }).catch(() => {});
    insert(heavy, 'one', 'x');
    insert(light, 'two', 'x');
    for (let k = 0; k < 12; k++) insert(light, 'many', 'x'.repeat(95_000));
    for (let k = 0; k < 32; k++) insert(heavy, 'many', 'x'.repeat(95_000));
    expect(await ended).toBe('transport close');
    expect(codeOf(await send(other, 'todos.remove', { _id: 'none' }))).toBe('not-found');
  } finally {
    await session.abortTransaction();
    await session.endSession();
  }
  // The other client's calls run as soon as they can.
  expect(codeOf(await send(light, 'todos.remove', { _id: 'none' }))).toBe('not-found');
});

describe('one address', () => {
  test('has one count of calls over sockets and HTTP', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    for (let k = 0; k < 2; k++) {
      const socket = await server.connect(from('192.0.2.1'));
      const calls = Array.from({ length: 100 }, () => send(socket, 'todos.remove', { _id: 'none' }));
      expect((await Promise.all(calls)).map(codeOf)).toEqual(Array(100).fill('not-found'));
    }
    const { status } = await fetch(`${server.url}/api/lists`, { headers });
    expect(status).toBe(200);
    const statuses = await Promise.all(
      Array.from({ length: 99 }, async () => (await fetch(`${server.url}/api/rooms`, { headers })).status),
    );
    expect(statuses).toEqual(Array(99).fill(200));
    const socket = await server.connect(from('192.0.2.1'));
    expect(codeOf(await send(socket, 'todos.remove', { _id: 'none' }))).toBe('too-many-requests');
    const other = await server.connect(from('192.0.2.2'));
    expect(codeOf(await send(other, 'todos.remove', { _id: 'none' }))).toBe('not-found');
  });

  test('is an IPv6 /64 for signing up', async () => {
    const signUp = async (address: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
      const body = JSON.stringify({ username: address.replace(/\W+/g, '-'), password: 'long enough' });
      return (await fetch(`${server.url}/api/accounts`, { method: 'POST', body, headers })).status;
    };
    expect(await signUp('2001:db8:0:1::1')).toBe(201);
    expect(await signUp('2001:db8:0:1::2')).toBe(201);
    expect(await signUp('2001:db8:0:1:ffff::3')).toBe(429);
    expect(await signUp('2001:db8:0:2::1')).toBe(201);
  });

  test.each(['polling', 'websocket'])(
    'has a limited number of connections at a time: %s',
    async (transport) => {
      const address = transport === 'polling' ? '192.0.2.10' : '192.0.2.11';
      const headers = { 'x-forwarded-for': address };
      const handshake = async (query = '') => (await fetch(polling() + query, { headers })).status;
      // A failed handshake is not counted as a connection.
      expect(await handshake('&EIO=3')).toBe(400);
      const tries = Array.from({ length: 20 }, () =>
        server.connect({ ...from(address), transports: [transport] }),
      );
      const sockets = await Promise.all(tries);
      expect(await handshake()).toBe(403);
      await refused({ ...from(address), transports: ['websocket'] });
      await server.connect(from('192.0.2.12'));
      sockets[0]?.close();
      await server.connect({ ...from(address), reconnectionDelay: 10, reconnectionDelayMax: 10 });
      expect(await handshake()).toBe(403);
      for (const socket of sockets) socket.close();
    },
  );

  test('counts unsubscribes, which are never rejected', async () => {
    const socket = await server.connect(from('192.0.2.3'));
    const codes = [];
    for (let k = 0; k < 60; k++) {
      codes.push(codeOf(await send(socket, 'subscribe', 'rooms.all', {})));
      await send(socket, 'unsubscribe', 'rooms.all');
    }
    expect(codes).toEqual([...Array(50).fill(undefined), ...Array(10).fill('too-many-requests')]);
    expect((await server.health()).channels).toBe(0);
  });
});

test('the error of a too long body says so', async () => {
  const body = JSON.stringify({ _id: 'a', name: 'x'.repeat(200_000) });
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.4' };
  const response = await fetch(`${server.url}/api/lists`, { method: 'POST', body, headers });
  expect(response.status).toBe(413);
  expect(codeOf(await response.json())).toBe('validation-error');
});

describe('clients that ask for much', () => {
  const large = 'large';

  beforeAll(async () => {
    await server.addLists(large);
    const todo = (k: number) => ({
      _id: `k${k}`,
      listId: large,
      text: '語'.repeat(500),
      done: false,
      createdAt: createdAt(k),
    });
    await server.db.collection<Stored>('todos').insertMany(Array.from({ length: 4000 }, (_, k) => todo(k)));
  });

  test.each(['socket', 'http'])(
    'one that reads nothing is cut, and the others are served: %s',
    async (way) => {
      const before = (await server.health()).slowConsumers as number;
      const stalled: NetSocket[] = [];
      const { hostname, port } = new URL(server.url);
      for (let k = 0; k < 4; k++) {
        const socket =
          way === 'http' ? await ask(hostname, Number(port), 10) : await stalledSocket(`198.51.100.${k}`);
        stalled.push(socket);
      }
      const well = await server.connect(from('203.0.113.1'));
      const reply = await send(well, 'subscribe', 'todos.byList', { listId: large });
      expect((reply as { result: { documents: unknown[] } }).result.documents.length).toBe(4000);
      await expect
        .poll(async () => (await server.health()).slowConsumers as number, { timeout: 20_000 })
        .toBeGreaterThan(before);
      for (const socket of stalled) socket.destroy();
    },
    60_000,
  );

  /** Requests everything many times, and reads nothing. */
  async function ask(hostname: string, port: number, times: number): Promise<NetSocket> {
    const socket = connect(port, hostname).pause();
    socket.on('error', () => {});
    const request = `GET /api/lists/${large}/todos HTTP/1.1\r\nHost: ${hostname}\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n`;
    socket.write(request.repeat(times));
    return socket;
  }

  async function stalledSocket(address: string): Promise<NetSocket> {
    const socket = await server.connect(from(address));
    const { ws } = socket.io.engine.transport as unknown as { ws: { _socket: NetSocket; pause(): void } };
    ws.pause();
    for (let k = 0; k < 5; k++) {
      void send(socket, 'subscribe', 'todos.byList', { listId: large }).catch(() => {});
    }
    return ws._socket;
  }
});

import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../../../packages/pubsub-client/test/certificate.ts';
import { readRun } from '../src/index.ts';
import { temporaryFolder } from './folder.ts';
import { runFlow } from './in-process.ts';
import { socketServer } from './script-run.ts';

type Ack = (answer: unknown) => void;

const deliveries = [{ event: 'said', path: '0.id' }];
const schedule = { call: 'say', rate: 20, duration: 0.5, drain: 0.3, writers: 2 };

/** One subscriber, and two writers. */
async function publish(url: string, pubsub: object, flow: (schedule: object) => unknown[]) {
  const out = join(temporaryFolder(), 'out');
  const [ended] = await runFlow(url, { deliveries, subscribers: 1, out, ...pubsub }, flow(schedule));
  if (ended?.error !== undefined) throw new Error(ended.error);
  const { problems, writers, deliveries: seen, duplicated: doubled } = readRun(out);
  expect(problems).toEqual([]);
  const { acknowledged, unsent, lost_connections: lost } = writers ?? {};
  return { acknowledged, unsent, lost, seen, doubled };
}

test('steps of writers use a namespace, and wait in it', async () => {
  const { io, url } = await socketServer();
  const said: string[] = [];
  let joined = 0;
  io.of('/rooms').on('connection', (socket) => {
    socket.on('join', (answer: Ack) => {
      socket.emit('welcome', { room: `r-${++joined}` });
      answer({ ok: true });
    });
  });
  io.on('connection', (socket) => {
    // The same event, of another namespace.
    socket.emit('welcome', { room: 'none' });
    socket.on('say', ({ id, room }, answer: Ack) => {
      said.push(room);
      io.emit('said', { id });
      answer({ ok: true });
    });
  });
  const wait = { event: 'welcome', namespace: 'rooms', capture: { json: '$.room', as: 'room' } };
  const before = [{ call: { name: 'join', namespace: '/rooms' } }, { wait }];
  const params = [{ id: '{{ $writeId }}', room: '{{ room }}' }];
  const run = await publish(url, {}, (own) => [{ publish: { ...own, before, params } }]);
  expect(run).toMatchObject({ acknowledged: 10, seen: 10 });
  expect(['r-1', 'r-2'].map((room) => said.filter((one) => one === room).length)).toEqual([5, 5]);
});

test('a writer that loses its connection before the schedule starts reconnects', async () => {
  const { io, url } = await socketServer();
  const counts = { lost: 0, back: 0, said: 0 };
  io.on('connection', (socket) => {
    if (socket.handshake.query.writer === undefined) return;
    if (counts.lost === 2) {
      counts.back++;
      setTimeout(() => socket.emit('welcome'), 50);
    }
    socket.on('enter', () => {
      counts.lost++;
      if (counts.lost === 2)
        for (const one of io.sockets.sockets.values()) one.handshake.query.writer && one.conn.close();
    });
    socket.on('say', ({ id }, answer: Ack) => {
      counts.said++;
      io.emit('said', { id });
      answer({ ok: true });
    });
  });
  const before = [{ call: { name: 'enter', ack: false } }, { wait: { event: 'welcome', timeout: 3 } }];
  const connect = { query: { writer: '{{ $writer }}' } };
  const params = [{ id: '{{ $writeId }}' }];
  const run = await publish(url, { reconnect: true }, (own) => [
    { publish: { ...own, before, connect, params } },
  ]);
  expect(counts).toEqual({ lost: 2, back: 2, said: 10 });
  expect(run).toMatchObject({ acknowledged: 10, seen: 10 });
});

test('what writers without a connection did not send says how they lost it', async () => {
  const { io, url } = await socketServer();
  let said = 0;
  io.on('connection', (socket) => {
    socket.on('enter', () => socket.disconnect(true));
    socket.on('say', () => said++);
  });
  const before = [{ call: { name: 'enter', ack: false } }, { think: '200ms' }];
  const params = [{ id: '{{ $writeId }}' }];
  const run = await publish(url, {}, (own) => [{ publish: { ...own, before, params } }]);
  expect([said, run]).toMatchObject([
    0,
    { unsent: 10, lost: { count: 2, first: `${url}: io server disconnect` } },
  ]);
});

test('a subscriber without a connection is not taken for one that is ready', async () => {
  const { io, url } = await socketServer();
  io.on('connection', (socket) => void socket.on('enter', () => socket.disconnect(true)));
  const leave = [{ call: { name: 'enter', ack: false } }, { think: '200ms' }];
  const params = [{ id: '{{ $writeId }}' }];
  const running = publish(url, {}, (own) => [...leave, { publish: { ...own, params } }]);
  await expect(running).rejects.toThrow(`${url}: io server disconnect`);
});

test('what two subscriptions bring under one name is doubled, as often as the app sent it', async () => {
  const { io, url } = await socketServer();
  let sent = 0;
  io.on('connection', (socket) => {
    socket.on('follow', (room: string, answer: Ack) => {
      void socket.join(room);
      answer({ ok: true });
    });
    socket.on('say', (item, answer: Ack) => {
      for (const room of ['a', 'b']) {
        sent += io.sockets.adapter.rooms.get(room)?.size ?? 0;
        io.to(room).emit('said', item);
      }
      answer({ ok: true });
    });
  });
  const follow = (room: string) => ({ subscribe: { name: 'follow', params: [room], as: room } });
  const params = [{ id: '{{ $writeId }}' }];
  const run = await publish(url, {}, (own) => [follow('a'), follow('b'), { publish: { ...own, params } }]);
  expect([sent, run]).toMatchObject([20, { acknowledged: 10, seen: 10, doubled: 10 }]);
});

test('an object of a class is refused in a document that goes straight into MongoDB', async () => {
  class ObjectId {}
  const document = { _id: '{{ $writeId }}', list: '{{ list }}' };
  const flow = [
    { publish: { writer: 'database', rate: 1, duration: 1, insert: { collection: 'x', document } } },
  ];
  const database = { url: 'mongodb://127.0.0.1:1/x' };
  const out = join(temporaryFolder(), 'out');
  const [ended] = await runFlow('http://127.0.0.1:1', { deliveries, subscribers: 1, out, database }, flow, [
    { list: new ObjectId() },
  ]);
  expect(ended?.error).toBe(
    'flow[0].publish.insert.document should have plain values, dates and bytes in it, not the class ObjectId',
  );
});

test('users and writers log in over TLS with a certificate that nobody vouches for, and send their tokens', async () => {
  const { key, cert } = await makeCertificate('other.test');
  const http = createSecureServer({ key, cert }, (request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { user, password } = JSON.parse(body);
      if (request.url !== '/login' || password !== 'secret') response.writeHead(401).end('{}');
      else response.end(JSON.stringify({ data: { token: `t-${user}` } }));
    });
  });
  const io = new Server(http, { serveClient: false });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => io.close());
  const tokens: unknown[] = [];
  io.on('connection', (socket) => {
    tokens.push(socket.handshake.auth.token);
    socket.on('say', ({ id }, answer: Ack) => {
      io.emit('said', { id });
      answer({ ok: true });
    });
  });
  const url = `https://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const as = (user: string) => ({
    login: { post: '/login', json: { user, password: 'secret' }, token: '$.data.token', into: 'auth.token' },
  });
  const tls = { rejectUnauthorized: false };
  const params = [{ id: '{{ $writeId }}' }];
  const run = await publish(url, { tls }, (own) => [
    { connect: as('ann') },
    { publish: { ...own, params, connect: as('writer-{{ $writer }}') } },
  ]);
  expect(run).toMatchObject({ acknowledged: 10, seen: 10 });
  expect(tokens.sort()).toEqual(['t-ann', 't-writer-0', 't-writer-1']);
  const [untrusted] = await runFlow(url, {}, [{ connect: as('ann') }]);
  expect(untrusted?.error).toMatch(/self-signed certificate.*config\.tls: .*, or -k, accepts it\)$/);
  expect(untrusted?.error).not.toContain('secret');
});

import { expect, test } from 'vitest';
import { readRun } from '../src/index.ts';
import { runScript, socketServer } from './script-run.ts';

test('writers join a room before they write, and an event has its name', async () => {
  const counts = { named: [] as string[], joined: 0, said: 0, ignored: 0, delivered: 0 };
  const { io, url } = await socketServer();
  io.on('connection', (socket) => {
    socket.on('add-user', ({ name }) => {
      counts.named.push(name);
      socket.data.name = name;
      socket.emit('welcome', { room: 'r-2' });
    });
    socket.on('join-room', (room, answer) => {
      if (!socket.data.name) return answer({ error: 'no-name' });
      counts.joined++;
      socket.join(room);
      answer({ result: room });
    });
    socket.on('send-room-message', ({ id, room }, text) => {
      if (!socket.rooms.has(room) || !/^hello from (dee|ann)$/.test(text)) {
        counts.ignored++;
        return;
      }
      counts.said++;
      counts.delivered += (io.sockets.adapter.rooms.get(room)?.size ?? 0) - 1;
      socket.to(room).emit('get-room-message', { id });
    });
  });
  const join = [
    { call: { name: 'add-user', params: [{ name: '{{ user }}' }], ack: false } },
    { wait: { event: 'welcome', capture: { json: '$.room', as: 'room' } } },
    { name: 'join', subscribe: { name: 'join-room', params: ['{{ room }}'] } },
  ];
  const { code, out, metric, output } = await runScript(url, {
    pubsub: { deliveries: [{ event: 'get-room-message', path: '0.id' }] },
    csv: 'user\nann\nbob\ncid\ndee',
    users: 3,
    flow: [
      ...join,
      {
        publish: {
          call: 'send-room-message',
          params: [{ id: '{{ $writeId }}', room: '{{ room }}' }, 'hello from {{ user }}'],
          before: join,
          ack: false,
          rate: 10,
          duration: 2,
          writers: 2,
          drain: 1,
        },
      },
    ],
  });
  expect([code, output]).toEqual([0, expect.any(String)]);
  // Rows of their own: those after the subscribers', and from the beginning again.
  expect(counts.named.sort()).toEqual(['ann', 'ann', 'bob', 'cid', 'dee']);
  expect(counts).toMatchObject({ joined: 5, ignored: 0, said: 20 });
  const run = readRun(out);
  // The other writer gets each message too, and is no subscriber.
  expect(run.deliveries).toBe(counts.delivered - 20);
  expect(run.deliveries).toBe(60);
  expect(metric('pubsub.step.join.count')).toBe(5);
  expect(metric('pubsub.connected')).toBe(3);
});

test('users and writers send the token of a log-in by HTTP, and its cookie in the handshake', async () => {
  const counts = { logins: [] as string[], connected: [] as string[], refused: 0, said: [] as string[] };
  const tokens = new Map(['ann', 'bob', 'cid', 'dee'].map((user) => [`t-${user}`, user]));
  const { io, url } = await socketServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      if (request.url === '/api/login' && request.method === 'POST') {
        const { user, password } = JSON.parse(body);
        if (password !== `pw-${user}`) {
          response.writeHead(401).end('{"error":"bad-credentials"}');
          return;
        }
        counts.logins.push(user);
        response
          .writeHead(302, { 'Set-Cookie': `sid=of-${user}; Path=/; HttpOnly`, Location: '/api/token' })
          .end();
      } else if (request.url === '/api/token' && request.method === 'GET') {
        const user = /sid=of-(\w+)/.exec(request.headers.cookie ?? '')?.[1];
        response
          .writeHead(200, { 'Content-Type': 'application/json', 'X-User': user })
          .end(`{"token":"t-${user}"}`);
      } else response.writeHead(404).end();
    });
  });
  io.use((socket, next) => {
    const user = tokens.get(socket.handshake.auth.token);
    if (user === undefined || socket.handshake.headers.cookie !== `sid=of-${user}`) {
      counts.refused++;
      return next(new Error('unauthorized'));
    }
    counts.connected.push(user);
    socket.data.user = user;
    next();
  });
  io.on('connection', (socket) => {
    socket.on('say', ({ id, user }, answer) => {
      if (user !== socket.data.user) return answer({ error: 'not-you' });
      counts.said.push(user);
      io.emit('said', { id });
      answer({ result: true });
    });
  });
  const post = {
    post: {
      url: '/api/login',
      json: { user: '{{ user }}', password: 'pw-{{ user }}' },
      capture: [
        { json: '$.token', as: 'token' },
        { header: 'X-User', as: 'name' },
      ],
      match: { json: '$.token', value: 't-{{ user }}' },
      expect: 200,
    },
  };
  const auth = { token: '{{ token }}' };
  const { code, out, metric, output } = await runScript(url, {
    pubsub: { deliveries: [{ event: 'said', path: '0.id' }] },
    csv: 'user\nann\nbob\ncid\ndee',
    users: 4,
    flow: [
      post,
      { connect: { auth } },
      {
        publish: {
          call: 'say',
          params: [{ id: '{{ $writeId }}', user: '{{ name }}' }],
          before: [post],
          connect: { auth },
          rate: 5,
          duration: 2,
          writers: 2,
          drain: 1,
        },
      },
    ],
  });
  expect([code, output]).toEqual([0, expect.any(String)]);
  expect(counts.refused).toBe(0);
  expect(counts.logins.sort()).toEqual(['ann', 'ann', 'bob', 'bob', 'cid', 'dee']);
  expect(counts.connected.sort()).toEqual(['ann', 'ann', 'bob', 'bob', 'cid', 'dee']);
  expect(counts.said.filter((user) => user === 'ann')).toHaveLength(5);
  expect(counts.said.filter((user) => user === 'bob')).toHaveLength(5);
  expect(readRun(out).deliveries).toBe(40);
  expect(metric('pubsub.step./api/login.count')).toBe(6);
});

test('a refused request fails its user with the app’s code, and its message has neither body nor password', async () => {
  const { url } = await socketServer((_request, response) => {
    response.writeHead(401).end('{"error":"bad-credentials","given":"secret-1"}');
  });
  const { output, metric } = await runScript(url, {
    users: 2,
    flow: [{ post: { url: '/api/login?key=secret-2', json: { password: 'secret-3' } } }],
  });
  expect(metric('errors.bad-credentials')).toBe(2);
  expect(metric('pubsub.step./api/login.failed')).toBe(2);
  expect(output).toContain('flow[0].post: POST /api/login was answered with 401 (bad-credentials)');
  expect(output).not.toContain('secret');
});

test('deliveries of writes by HTTP come over the websocket', async () => {
  const counts = { posts: 0, deliveries: 0, refused: 0 };
  const { io, url } = await socketServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const { id, n } = JSON.parse(body);
      if (n === 3) {
        counts.refused++;
        response.writeHead(429).end();
        return;
      }
      counts.posts++;
      counts.deliveries += io.engine.clientsCount;
      io.emit('news', { id });
      response.writeHead(201).end('{}');
    });
  });
  const { out } = await runScript(url, {
    pubsub: { deliveries: [{ event: 'news', path: '0.id' }] },
    flow: [
      {
        publish: {
          post: '/api/news',
          json: { id: '{{ $writeId }}', n: '{{ $writeNumber }}' },
          rate: 5,
          duration: 2,
          drain: 1,
        },
      },
    ],
  });
  expect(counts).toEqual({ posts: 9, refused: 1, deliveries: 45 });
  const run = readRun(out);
  expect(run.deliveries).toBe(45);
  expect(run.writers).toMatchObject({ sent: 10, acknowledged: 9, refused: 1, refusals: { 429: 1 } });
});

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { type ConnectOptions, connect, type PubSubError } from '../src/index.ts';
import { startDdpServer } from './ddp-server.ts';

const cookieOf = ({ headers }: IncomingMessage, name: string) =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1];

/** Express with a session in a cookie, and Socket.io that requires it at its handshake. */
async function startApp() {
  const sessions = new Map<string, string>();
  const seen: { origin: string | undefined; addresses: (string | undefined)[] } = {
    origin: undefined,
    addresses: [],
  };
  const app = express().use(express.json());
  app.post('/api/session', (request, response) => {
    const { username, password } = request.body;
    seen.origin = request.headers.origin;
    seen.addresses.push(request.socket.remoteAddress);
    if (password !== 'right horse') {
      response.status(403).json({ error: { code: 'wrong-password', message: `not ${password}` } });
      return;
    }
    const token = `token-${sessions.size}`;
    sessions.set(token, username);
    response.cookie('gone', '', { maxAge: 0 });
    response.cookie('sid', token, { httpOnly: true, sameSite: 'lax' });
    response.json({ username });
  });
  app.post('/no-cookie', (_request, response) => void response.json({}));
  app.post('/sentence', (_request, response) => void response.status(401).send('<h1>Go away</h1>'));
  app.post('/never', () => {});
  const http = createServer(app);
  const io = new Server(http);
  io.use((socket, next) => {
    seen.addresses.push(socket.request.socket.remoteAddress);
    socket.data.username = sessions.get(cookieOf(socket.request, 'sid') ?? '');
    next();
  });
  io.on('connection', (socket) => {
    socket.on('whoAmI', (answer) => answer({ result: socket.data.username ?? null }));
    socket.on('cookies', (answer) => answer({ result: socket.request.headers.cookie }));
    socket.on('bye', () => socket.conn.close());
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await io.close();
  });
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, seen };
}

async function open(url: string, options: Partial<ConnectOptions>) {
  const client = await connect({ url, transport: 'socketio', timeout_ms: 5000, ...options });
  onTestFinished(() => client.close());
  return client;
}

const json = { username: 'ada', password: 'right horse' };

test('a log-in by POST provides the handshake’s cookies and its duration', async () => {
  const { url, seen } = await startApp();
  const guest = await open(url, {});
  expect([await guest.call('whoAmI'), guest.login_ms]).toEqual([null, undefined]);
  const headers = { Cookie: 'theme=dark' };
  const client = await open(url, { login: { post: '/api/session', json }, headers });
  expect(await client.call('whoAmI')).toBe('ada');
  expect(await client.call('cookies')).toBe('theme=dark; sid=token-0');
  expect(client.login_ms).toBeGreaterThan(0);
  expect(seen.origin).toBeUndefined();
});

test('a reconnection keeps the session without another log-in', async () => {
  const { url } = await startApp();
  const client = await open(url, { login: { post: '/api/session', json }, reconnect: true });
  const back = new Promise((resolve) => client.onReconnect(resolve));
  client.send('bye');
  await back;
  expect(await client.call('cookies')).toBe('sid=token-0');
});

test.each([
  ['/api/session', 'wrong-password', 'the server rejected the log-in (status 403, wrong-password)'],
  ['/sentence', '401', 'the server rejected the log-in (status 401, 401)'],
  ['/no-cookie', 'no-cookie', 'the log-in returned 200 without a cookie'],
  ['/nowhere', '404', 'the server rejected the log-in (status 404, 404)'],
  ['/never', 'timeout', 'no answer to the log-in in 300 ms'],
])('a log-in at %s fails with %s, and the password is not in the message', async (post, code, message) => {
  const { url } = await startApp();
  const login = { post, json: { username: 'ada', password: 'wrong secret' } };
  const error = (await open(url, { login, timeout_ms: post === '/never' ? 300 : 5000 }).catch(
    (failure) => failure,
  )) as PubSubError;
  expect(error).toMatchObject({ code, message: `${url}${post}: ${message}` });
});

test('a log-in without a server is refused', async () => {
  const login = { post: '/api/session', json };
  await expect(open('http://127.0.0.1:1', { login })).rejects.toMatchObject({ code: 'refused' });
});

test.each([
  ['socketio', { user: 'ada', password: 'secret' }, '{ post, json }, not { user, password }'],
  ['ddp', { post: '/api/session', json }, '{ user, password } or { resume }, not { post, json }'],
] as const)(
  'over %s another kind of log-in is rejected, and the error has none of its values',
  async (transport, login, right) => {
    await expect(connect({ url: 'http://127.0.0.1:1', transport, login })).rejects.toThrow(
      `login: ${transport} needs ${right}`,
    );
  },
);

test('DDP also reports how long the log-in took', async () => {
  const server = await startDdpServer(({ id }, session) => {
    session.send({ msg: 'result', id, result: { id: 'u', token: 't' } });
  });
  onTestFinished(() => server.close());
  const client = await open(server.url, { transport: 'ddp', login: { user: 'ada', password: 'secret' } });
  expect(client.login_ms).toBeGreaterThan(0);
  expect(JSON.stringify(server.sessions[0]?.received)).not.toContain('secret');
});

test.runIf(process.platform === 'linux')('a connection uses the requested local address', async () => {
  const { url, seen } = await startApp();
  await open(url, { login: { post: '/api/session', json }, localAddress: '127.9.8.7' });
  expect(seen.addresses).toEqual(['127.9.8.7', '127.9.8.7']);
  const ddp = await startDdpServer(() => {});
  onTestFinished(() => ddp.close());
  await open(ddp.url, { transport: 'ddp-sockjs', localAddress: '127.9.8.7' });
  expect(ddp.sessions[0]?.address).toBe('127.9.8.7');
});

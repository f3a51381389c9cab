import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { startDdpServer } from '../../../packages/pubsub-client/test/ddp-server.ts';
import { readRun } from '../src/index.ts';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Runs login.yml, whose accounts are ada, ben and eve; eve's password is wrong. */
async function run(target: string, environment: string) {
  const out = temporaryFolder();
  const overrides = JSON.stringify({ config: { engines: { pubsub: { out } } } });
  const script = join(import.meta.dirname, 'login.yml');
  const args = ['-e', environment, '--target', target, '--overrides', overrides, script];
  const generator = runArtillery(args);
  await generator.ended;
  const output = generator.output();
  // Whatever fails, nobody reads a password.
  expect(output).not.toMatch(/secret|guess/);
  return { output, found: readRun(out) };
}

test('over DDP, with a digest of the password', async () => {
  const logged: unknown[] = [];
  const server = await startDdpServer(({ msg, id, method, params }, session) => {
    if (msg === 'sub') session.send({ msg: 'ready', subs: [id] });
    if (method !== 'login') return;
    const [given] = params as [{ user: { username: string }; password: { digest: string } }];
    logged.push(given);
    if (given.password.digest === digestOf('guess')) {
      session.send({ msg: 'result', id, error: { error: 403, reason: 'Something went wrong' } });
    } else session.send({ msg: 'result', id, result: { id: 'u', token: 't' } });
  });
  onTestFinished(() => server.close());
  const { output, found } = await run(server.url, 'ddp');
  expect(logged).toContainEqual({
    user: { username: 'ada' },
    password: { digest: digestOf('secret'), algorithm: 'sha-256' },
  });
  expect(output).toMatch(/errors\.403: \.+ 1\n/);
  expect(output).toMatch(/pubsub\.login_time:/);
  expect(found.logins).toMatchObject({ sent: 3, acknowledged: 2, refused: 1, refusals: { 403: 1 } });
  expect(found.subscribers).toHaveLength(2);
  for (const { began_ns, ready_ns } of found.subscribers) expect(ready_ns).toBeGreaterThan(began_ns);
});

test('on Socket.io, by a cookie, from different addresses', async () => {
  const seen: { username: string | undefined; address: string | undefined }[] = [];
  const sessions = new Map<string, string>();
  const app = express().use(express.json());
  app.post('/api/session', (request, response) => {
    const { username, password } = request.body;
    if (password === 'guess') {
      response.status(403).json({ error: { code: '403', message: `wrong: ${password}` } });
      return;
    }
    sessions.set(`sid=of-${username}`, username);
    response.cookie('sid', `of-${username}`, { httpOnly: true }).json({ username });
  });
  const http = createServer(app);
  const io = new Server(http);
  io.on('connection', (socket) => {
    const { headers, socket: tcp } = socket.request;
    seen.push({ username: sessions.get(headers.cookie ?? ''), address: tcp.remoteAddress });
    socket.on('mine', (_input, answer) => answer({ result: [] }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => io.close());
  const { port } = http.address() as AddressInfo;
  const { output, found } = await run(`http://127.0.0.1:${port}`, 'cookie');
  expect(seen.map(({ username }) => username).sort()).toEqual(['ada', 'ben']);
  if (process.platform === 'linux') expect(new Set(seen.map(({ address }) => address)).size).toBe(2);
  expect(output).toMatch(/errors\.403: \.+ 1\n/);
  expect(output).toMatch(/pubsub\.login_time:/);
  expect(found.logins).toMatchObject({ sent: 3, acknowledged: 2, refused: 1, refusals: { 403: 1 } });
  expect(found.subscribers).toHaveLength(2);
});

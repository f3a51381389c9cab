import { writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import { join } from 'node:path';
import { closeServer, listen } from '@meteor-vs-mean/testbed/process/port';
import type { Page } from 'playwright-core';
import { Server } from 'socket.io';
import * as msgpack from 'socket.io-msgpack-parser';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { decode } from '../../src/record/decode.ts';
import { readHar } from '../../src/record/har.ts';
import type { Message } from '../../src/record/messages.ts';
import { type Scenario, scenarioFrom } from '../../src/record/record.ts';
import type { Recording } from '../../src/record/wire.ts';
import { temporaryFolder } from '../folder.ts';
import { recorded, type SharedBrowser, startSharedBrowser } from './browser.ts';
import { harOf } from './har-of.ts';

let browser: SharedBrowser;
beforeAll(async () => {
  browser = await startSharedBrowser();
});
afterAll(() => browser.stop());

/** An app of one page, whose script may use Socket.io's client. */
async function startApp(
  script: string,
  serve: (io: Server) => void,
  options = {},
  body = '',
): Promise<string> {
  const server: HttpServer = createServer((request, response) => {
    if (request.method === 'POST') {
      request.resume().on('end', () => {
        response.writeHead(200, { 'Set-Cookie': 'sid=s3ss10n-c00k1e; HttpOnly; Path=/' }).end('{}');
      });
      return;
    }
    const type = request.url === '/worker.js' ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'Content-Type': type });
    response.end(
      type === 'text/html'
        ? `<!doctype html><body>${body}<script src="/socket.io/socket.io.js"></script><script>${script}</script>`
        : script,
    );
  });
  const io = new Server(server, options);
  serve(io);
  const port = await listen(server);
  onTestFinished(async () => {
    await io.close();
    await closeServer(server);
  });
  return `http://127.0.0.1:${port}/`;
}

const done = (page: Page) => page.waitForFunction('globalThis.done === true').then(() => {});
const record = (url: string, act = done) => recorded(browser, url, act);

const kinds = (messages: readonly Message[]) =>
  messages.map(({ at_ms: _at, connection: _connection, ...message }) => message);

function scenarioOf(recording: Recording): Scenario & { script: Script } {
  const scenario = scenarioFrom(recording);
  return { ...scenario, script: parse(scenario.yaml) };
}
interface Script {
  config: { target: string; variables?: object; engines: { pubsub: Record<string, unknown> } };
  scenarios: [{ flow: Record<string, unknown>[] }];
}

test('polling first, binary, namespaces and a token: every message is decoded, and the scenario sends the same', async () => {
  const script = `
    const auth = { token: 'auth-token-4711' };
    const socket = io('/rooms', { auth, query: { access_token: 'query-token-4712', room: 'lobby' } });
    const news = io('/news');
    socket.on('connect', async () => {
      const { result: { id } } = await socket.emitWithAck('open', { name: 'my room', 'public': true });
      await socket.emitWithAck('upload', id, { bytes: new Uint8Array([1, 2, 3]), more: new Uint8Array([4]) });
      news.emit('read', 7);
      setTimeout(() => { globalThis.done = true; }, 200);
    });`;
  const got: unknown[] = [];
  const url = await startApp(script, (io) => {
    io.of('/news').on('connection', (socket) => socket.on('read', (n) => got.push(['read', n])));
    io.of('/rooms').on('connection', (socket) => {
      socket.on('open', (_options, answer) => answer({ ok: true, result: { id: 'Xk3-9dQz_71Lm' } }));
      socket.on('upload', (id, { bytes, more }, answer) => {
        got.push([id, [...bytes], [...more]]);
        socket.emit('uploaded', { id, bytes });
        answer({ ok: true });
      });
    });
  });
  const recording = await record(url);
  expect(got).toEqual([
    ['Xk3-9dQz_71Lm', [1, 2, 3], [4]],
    ['read', 7],
  ]);
  // CONNECT and the first packets are in bodies of HTTP.
  expect(
    recording.events.some(
      ({ carrier, data }) => carrier === 'http' && data.toString().startsWith('40/rooms'),
    ),
  ).toBe(true);

  const { connections, messages, strangers } = decode(recording);
  expect([connections.length, connections[0]?.isComplete, strangers]).toEqual([1, true, []]);
  expect(kinds(messages).filter(({ kind }) => kind === 'unknown')).toEqual([]);
  const sent = kinds(messages).filter(({ kind }) => kind === 'call' || kind === 'connect');
  const [bytes, more] = [Buffer.from([1, 2, 3]), Buffer.from([4])];
  expect(sent).toEqual([
    { kind: 'connect', namespace: '/rooms', auth: { token: 'auth-token-4711' } },
    { kind: 'connect', namespace: '/news', auth: {} },
    { kind: 'call', namespace: '/rooms', name: 'open', params: [{ name: 'my room', public: true }], id: '0' },
    {
      kind: 'call',
      namespace: '/rooms',
      name: 'upload',
      params: ['Xk3-9dQz_71Lm', { bytes, more }],
      id: '1',
    },
    { kind: 'call', namespace: '/news', name: 'read', params: [7], id: undefined },
  ]);
  expect(kinds(messages)).toContainEqual({
    ...{ kind: 'event', namespace: '/rooms', event: 'uploaded' },
    args: [{ id: 'Xk3-9dQz_71Lm', bytes }],
  });

  const { script: found, yaml, env } = scenarioOf(recording);
  expect(yaml).not.toMatch(/auth-token-4711|query-token-4712/);
  expect(env).toEqual({ AUTH_TOKEN: 'auth-token-4711', QUERY_ACCESS_TOKEN: 'query-token-4712' });
  expect(found.config.engines.pubsub).toEqual({
    transport: 'socketio',
    namespace: '/rooms',
    auth: { token: '{{ $env.AUTH_TOKEN }}' },
    query: { access_token: '{{ $env.QUERY_ACCESS_TOKEN }}', room: 'lobby' },
  });
  expect(found.scenarios[0].flow).toEqual([
    {
      call: {
        name: 'open',
        params: [{ name: 'my room {{ $vu }}', public: true }],
        capture: { json: '$.id', as: 'openId' },
      },
    },
    {
      call: {
        name: 'upload',
        params: ['{{ openId }}', { bytes: expect.anything(), more: expect.anything() }],
        response: { event: 'uploaded', match: { path: '0.id', value: '{{ openId }}' } },
      },
    },
    { call: { name: 'read', params: [7], namespace: '/news', ack: false } },
    { hold: { for: 0 } },
  ]);
  expect(yaml).toContain('bytes: !!binary "AQID"');
  expect(yaml).toContain('# nothing that came holds a value of this call');
});

test('a HAR in DevTools’ format, written from CDP’s events, says the same', async () => {
  const script = `
    const socket = io();
    socket.on('connect', async () => {
      for (const text of ['one word', 'two words']) {
        socket.emit('say', { text, bytes: new Uint8Array([9]) });
        await new Promise((resolve) => socket.once('said', resolve));
      }
      globalThis.done = true;
    });`;
  const url = await startApp(script, (io) => {
    io.on('connection', (socket) => socket.on('say', (said) => io.emit('said', said)));
  });
  const recording = await record(url);
  const file = join(temporaryFolder(), 'session.har');
  writeFileSync(file, JSON.stringify(harOf(recording)));
  const har = await readHar(file);
  expect(kinds(decode(har).messages)).toEqual(kinds(decode(recording).messages));
  expect(kinds(decode(har).messages).length).toBe(5);
  expect(scenarioFrom(har).yaml).toBe(scenarioFrom(recording).yaml);
  expect(scenarioOf(har).script.config.engines.pubsub.deliveries).toEqual([
    { event: 'said', path: '0.text', pattern: '(w[0-9a-f]{8}-[0-9a-z]+)' },
  ]);
});

test('batched events of a packet that holds a list, in a text that holds JSON', async () => {
  const script = `
    const socket = io({ transports: ['websocket'] });
    socket.on('connect', () => socket.emit('batch', JSON.stringify([{ op: 'set', key: ['k7Qd', '02Lx_9Za'].join('-') }])));
    socket.on('changes', () => { globalThis.done = true; });`;
  const url = await startApp(script, (io) => {
    io.on('connection', (socket) =>
      socket.on('batch', (json) =>
        io.emit(
          'changes',
          JSON.parse(json).map(({ key }: { key: string }) => ({ key })),
        ),
      ),
    );
  });
  const { script: found } = scenarioOf(await record(url));
  expect(JSON.stringify(found.scenarios[0].flow)).toContain('$writeId');
  expect(found.config.engines.pubsub.deliveries).toEqual([{ event: 'changes', path: '0.0.key' }]);
});

test('another parser is a comment with the frame, and its secrets are not in it', async () => {
  const script = `
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket.io/?EIO=4&transport=websocket');
    socket.onmessage = ({ data }) => {
      if (typeof data !== 'string' || data[0] !== '0') return;
      socket.send('40');
      socket.send(new TextEncoder().encode('\\x85 event password hunter2-hunter2'));
      setTimeout(() => { globalThis.done = true; }, 200);
    };`;
  const url = await startApp(script, () => {}, {}, '<input id="secret" type="password">');
  const recording = await record(url, async (page) => {
    await done(page);
    await page.fill('#secret', 'hunter2-hunter2');
    await page.press('#secret', 'Enter');
  });
  const { yaml } = scenarioOf(recording);
  expect(yaml).toMatch(
    /# not understood, sent: binary without its packet: another parser\?: ".*event password \{\{ \$env\.PASSWORD \}\}"/,
  );
  expect(yaml).not.toContain('hunter2');
  expect(typeof msgpack.Encoder).toBe('function');
});

test('a password, its digest, a cookie and what follows from them are variables of the environment', async () => {
  const script = `
    addEventListener('submit', async (event) => {
      event.preventDefault();
      const password = document.querySelector('#password').value;
      await fetch('/api/session', { method: 'POST', body: JSON.stringify({ username: 'ann', password }) });
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password));
      const digest = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      const socket = io({ transports: ['websocket'] });
      await socket.emitWithAck('log-in', { user: 'ann', digest });
      await socket.emitWithAck('resume', { resume: 'resume-token-1' });
      await socket.emitWithAck('remember', 'typed was ' + password);
      globalThis.done = true;
    });`;
  const url = await startApp(
    script,
    (io) =>
      io.on('connection', (socket) =>
        socket.onAny((_name, _given, answer) => answer({ token: 'login-token-1' })),
      ),
    {},
    '<form><input id="name"><input id="password" type="password"><button>Log in</button></form>',
  );
  const recording = await record(url, async (page) => {
    await page.fill('#name', 'ann');
    await page.fill('#password', 'correct horse');
    await page.press('#password', 'Enter');
    await done(page);
  });
  const { yaml, script: found, env } = scenarioOf(recording);
  for (const secret of ['correct horse', 's3ss10n-c00k1e', 'resume-token-1', 'login-token-1']) {
    expect(yaml).not.toContain(secret);
  }
  expect(yaml).not.toMatch(/[0-9a-f]{64}/);
  expect(found.config.engines.pubsub.headers).toBe(undefined); // the log-in brings its cookie
  expect(found.scenarios[0].flow[0]).toEqual({
    post: {
      url: '/api/session',
      json: { username: '{{ username }}', password: '{{ $env.PASSWORD }}' },
    },
  });
  expect(Object.keys(env).sort()).toEqual(['PASSWORD', 'PASSWORD_DIGEST', 'RESUME']);
  expect(found.scenarios[0].flow.slice(-2)[0]).toMatchObject({
    call: { name: 'remember', params: ['typed was {{ $env.PASSWORD }} {{ $vu }}'] },
  });
});

test('the WebSocket of a worker is recorded', async () => {
  const script = `
    if (typeof document === 'undefined') {
      importScripts('/socket.io/socket.io.js');
      const socket = io({ transports: ['websocket'] });
      socket.on('connect', () => socket.emit('hello', 'from the worker', () => postMessage('done')));
    } else new Worker('/worker.js').onmessage = () => { globalThis.done = true; };`;
  const url = await startApp(script, (io) => {
    io.on('connection', (socket) => socket.on('hello', (_text, answer) => answer()));
  });
  const { messages } = decode(await record(url));
  expect(kinds(messages)).toContainEqual({
    ...{ kind: 'call', namespace: '/', name: 'hello' },
    ...{ params: ['from the worker'], id: '0' },
  });
});

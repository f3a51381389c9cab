/** A page that logs in and writes by HTTP. */
import { createServer, type IncomingMessage } from 'node:http';
import { closeServer, listen } from '@meteor-vs-mean/testbed/process/port';
import { Server } from 'socket.io';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { scenarioFrom } from '../../src/record/record.ts';
import { recorded, type SharedBrowser, startSharedBrowser } from './browser.ts';

let browser: SharedBrowser;
beforeAll(async () => {
  browser = await startSharedBrowser();
});
afterAll(() => browser.stop());

const token = 'tok-5fX2a-81kQw-77';

/** Answers requests, and pushes each message that was posted. */
async function startApp(script: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    const body = await textOf(request);
    const say = (content: unknown, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(content));
    if (url === '/') {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(
        `<!doctype html><input id="secret" type="password"><script src="/socket.io/socket.io.js"></script>
         <script>const say = (path, method, body, headers = { 'content-type': 'application/json' }) =>
           fetch(path, { method, body, headers }).then((answer) => answer.json());
         ${script}</script>`,
      );
    } else if (url === '/api/log-in') say({ token });
    else if (url === '/api/rooms') say({ rooms: [{ id: 'Rm4d-92mQx_81' }] });
    else if (url === '/api/taken') say({ error: 'taken' }, 409);
    else if (url === '/api/messages' && method === 'POST') {
      io.emit('message', JSON.parse(body));
      say({});
    } else say({});
  });
  const io = new Server(server);
  io.on('connection', (socket) => socket.on('join', (_room, answer) => answer({ ok: true })));
  const port = await listen(server);
  onTestFinished(async () => {
    await io.close();
    await closeServer(server);
  });
  return `http://127.0.0.1:${port}/`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text;
}

async function scenarioOf(script: string) {
  const url = await startApp(script);
  const recording = await recorded(browser, url, async (page) => {
    await page.fill('#secret', 'correct horse');
    await page.press('#secret', 'Enter');
    await page.waitForFunction('globalThis.done === true');
  });
  const scenario = scenarioFrom(recording);
  return { ...scenario, script: parse(scenario.yaml) };
}

test('requests become steps: a token and an id out of answers, a refusal, a form; the rest is left out', async () => {
  const { script, yaml, env } = await scenarioOf(`
    document.querySelector('#secret').addEventListener('change', async ({ target }) => {
      const { token } = await say('/api/log-in', 'POST', JSON.stringify({ user: 'ann', password: target.value }));
      const socket = io({ auth: { token }, transports: ['websocket'] });
      await new Promise((resolve) => socket.on('connect', resolve));
      await say('/api/me', 'GET');
      const { rooms } = await say('/api/rooms', 'GET');
      await socket.emitWithAck('join', rooms[0].id);
      const headers = { Authorization: 'Bearer ' + token, 'content-type': 'application/json' };
      await say('/api/taken', 'POST', '{"name":"a room of ours"}', headers);
      await say('/api/rooms/' + rooms[0].id + '/topic', 'POST', new URLSearchParams({ topic: 'cats' }), {});
      await say('/api/rooms/1', 'DELETE');
      navigator.sendBeacon('/analytics', JSON.stringify({ clicks: 7 }));
      socket.emit('join', 'again', () => { globalThis.done = true; });
    });`);
  expect(yaml).not.toMatch(/correct horse|tok-5fX2a/);
  expect(env).toEqual({ PASSWORD: 'correct horse' });
  expect(script.config.engines.pubsub).toEqual({ transport: 'socketio' });
  expect(script.scenarios[0].flow.filter((step: object) => !('think' in step))).toEqual([
    {
      post: {
        url: '/api/log-in',
        json: { user: '{{ user }}', password: '{{ $env.PASSWORD }}' },
        capture: { json: '$.token', as: 'token' },
      },
    },
    { connect: { auth: { token: '{{ token }}' } } },
    { get: { url: '/api/rooms', capture: { json: '$.rooms[0].id', as: 'roomId' } } },
    { call: { name: 'join', params: ['{{ roomId }}'] } },
    {
      post: {
        url: '/api/taken',
        json: { name: 'a room of ours {{ $vu }}' },
        headers: { Authorization: 'Bearer {{ token }}' },
        expect: 409,
      },
    },
    { post: { url: '/api/rooms/{{ roomId }}/topic', form: { topic: 'cats' } } },
    { call: { name: 'join', params: ['again'] } },
    { hold: { for: 0 } },
  ]);
  expect(yaml).toContain('# left out: DELETE /api/rooms/1: there are steps for GET and POST alone');
  expect(yaml).toContain('# left out: POST /analytics, whose answer the page never saw');
});

test('writes by HTTP that arrive over the connection are a publish step', async () => {
  const { script, kind } = await scenarioOf(`
    const socket = io({ transports: ['websocket'] });
    socket.on('connect', async () => {
      for (const id of ['Ms4d-92mQx_81', 'Ms7f-31bVw_52']) {
        const arrived = new Promise((resolve) => socket.once('message', resolve));
        await say('/api/messages', 'POST', JSON.stringify({ id, text: 'hello' }));
        await arrived;
      }
      globalThis.done = true;
    });`);
  expect(kind).toBe('publish');
  expect(script.config.engines.pubsub.deliveries).toEqual([{ event: 'message', path: '0.id' }]);
  expect(script.scenarios[0].flow).toEqual([
    {
      publish: {
        post: '/api/messages',
        json: { id: '{{ $writeId }}', text: 'hello' },
        rate: '{{ rate }}',
        duration: '{{ duration }}',
      },
    },
  ]);
});

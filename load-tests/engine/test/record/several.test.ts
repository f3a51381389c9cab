/** Pages with more than one connection. */
import { createServer } from 'node:http';
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

/** @returns what was written of a page with that script */
async function scenarioOf(script: string) {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    const own = request.url === '/' ? script : '';
    response.end(`<!doctype html><script src="/socket.io/socket.io.js"></script><script>
      const opened = (socket) => new Promise((resolve) => socket.on('connect', resolve));
      (async () => { ${own}; globalThis.done = true; })();</script>`);
  });
  const io = new Server(server);
  io.of('/private').use((socket, next) => {
    const { token } = socket.handshake.auth;
    next(token === 'auth-token-4711' ? undefined : new Error('who are you?'));
  });
  for (const name of ['/', '/private']) {
    io.of(name).on('connection', (socket) => socket.onAny((_event, ...args) => args.at(-1)({ ok: true })));
  }
  const port = await listen(server);
  onTestFinished(async () => {
    await io.close();
    await closeServer(server);
  });
  const recording = await recorded(browser, `http://127.0.0.1:${port}/`, (page) =>
    page.waitForFunction('globalThis.done === true').then(() => {}),
  );
  const { yaml, env } = scenarioFrom(recording);
  return { yaml, env, script: parse(yaml) };
}

test('connections that follow each other are steps; a comment names those that were used at once', async () => {
  const { yaml, script } = await scenarioOf(`
    const one = io({ forceNew: true, transports: ['websocket'] });
    await opened(one);
    await one.emitWithAck('first', 1);
    one.close();
    const two = io({ forceNew: true, transports: ['websocket'], auth: { token: 'auth-token-4711' } });
    await opened(two);
    await two.emitWithAck('second', 2);`);
  expect(yaml).not.toContain('at once');
  expect(script.scenarios[0].flow.filter((step: object) => !('think' in step))).toEqual([
    { call: { name: 'first', params: [1] } },
    { connect: { auth: { token: '{{ $env.AUTH_TOKEN }}' } } },
    { call: { name: 'second', params: [2] } },
    { hold: { for: 0 } },
  ]);
  const { yaml: mixed } = await scenarioOf(`
    const [one, two] = [1, 2].map(() => io({ forceNew: true, transports: ['websocket'] }));
    await Promise.all([opened(one), opened(two)]);
    await one.emitWithAck('first', 1);
    await two.emitWithAck('second', 2);
    await one.emitWithAck('third', 3);`);
  expect(mixed).toContain('# several connections were used at once; here one follows the other');
});

test('a second namespace with a token of its own', async () => {
  const { script, env } = await scenarioOf(`
    const main = io({ transports: ['websocket'] });
    await opened(main);
    await main.emitWithAck('first', 1);
    await main.emitWithAck('second', 2);
    const hidden = io('/private', { auth: { token: 'auth-token-4711' }, transports: ['websocket'] });
    await opened(hidden);
    await hidden.emitWithAck('third', 3);`);
  expect(script.scenarios[0].flow.filter((step: object) => !('think' in step))).toEqual([
    { call: { name: 'first', params: [1] } },
    { call: { name: 'second', params: [2] } },
    { call: { name: 'third', params: [3], namespace: '/private' } },
    { hold: { for: 0 } },
  ]);
  expect(env).toEqual({ AUTH_TOKEN: 'auth-token-4711' });
});

test('a window that the page opened is named', async () => {
  const { yaml } = await scenarioOf(`
    const socket = io({ transports: ['websocket'] });
    await opened(socket);
    await socket.emitWithAck('first', 1);
    open('/other');
    await new Promise((resolve) => setTimeout(resolve, 500));`);
  expect(yaml).toMatch(/# left out: what was done in the window that the page opened/);
});

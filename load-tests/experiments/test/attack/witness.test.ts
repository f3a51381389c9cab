import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Scope } from '@meteor-vs-mean/testbed';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { answeredMeanwhile } from '../../src/attack/cases/case.ts';
import { startWitness } from '../../src/attack/watch.ts';

/** Answers as Socket.io does, and refuses nine of ten writes. @returns its address, and when it has been asked for ten */
async function startRefuser(ends: AsyncDisposableStack) {
  const http = createServer((_request, response) => response.end('a page'));
  const server = new WebSocketServer({ server: http });
  const asked = Promise.withResolvers<void>();
  let writes = 0;
  server.on('connection', (socket) => {
    socket.send('0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}');
    socket.on('message', (data) => {
      const [, id, event] = /^42(\d+)\["([^"]+)"/.exec(String(data)) ?? [];
      if (String(data).startsWith('40')) socket.send('40{"sid":"b"}');
      else if (event === 'subscribe') socket.send(`43${id}[{"result":{"channel":"c","documents":[]}}]`);
      else if (event !== undefined && ++writes % 10 === 1) {
        for (const one of server.clients) one.send('42["changed","c","witness-todo",{"done":true},[]]');
        socket.send(`43${id}[{"result":1}]`);
      } else if (event !== undefined) socket.send(`43${id}[{"error":{"code":"too-many-requests"}}]`);
      if (writes > 10) asked.resolve();
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  ends.defer(async () => {
    for (const socket of server.clients) socket.terminate();
    http.closeAllConnections();
    http.close();
  });
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, asked: asked.promise };
}

test('calls of others that are refused are slower than any that came, and no bound holds with them', async () => {
  await using ends = new AsyncDisposableStack();
  const { url, asked } = await startRefuser(ends);
  await using scope = new Scope();
  const stop = await startWitness('mean', { url }, { listId: 'a', todoId: 'b' }, scope);
  await asked;
  const seen = await stop();
  expect(seen).toMatchObject({ acknowledgement: { p99_ms: null }, delivery: { p99_ms: null } });
  expect(seen?.failures.calls).toBeGreaterThanOrEqual(9);
  expect(seen?.http.p99_ms).toBeGreaterThan(0);
  expect(answeredMeanwhile(seen)).toMatchObject({
    held: false,
    inTime: false,
    seen: expect.stringMatching(/[1-9]\d* of their calls and 0 of their pages failed/),
  });
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createApp } from '../src/http-vs-socketio/feathers-app.ts';
import experiment from '../src/http-vs-socketio/index.ts';
import { playToy } from './toy.ts';

test('each request is answered once with its id, and the bytes are those on the wire', async () => {
  const { rounds, notRun } = await playToy(experiment);
  expect(notRun).toEqual([]);
  const figuresOf = new Map<string, Record<string, number | null>>();
  for (const { load, contestant, accounts, reasons, figures } of rounds) {
    const where = `${load}, ${contestant}`;
    expect(reasons, where).toEqual([]);
    expect(accounts.length, where).toBeGreaterThan(0);
    for (const { what, owed, seen } of accounts) {
      expect(seen, `${where}: ${what}`).toBe(owed);
      expect(owed, `${where}: ${what}`).toBeGreaterThan(0);
    }
    figuresOf.set(where, figures);
  }

  // Socket.io numbers its requests, here with one digit; a client's frame has 6 bytes around its text, a server's 2.
  const asked = '420["get","messages","t000001"]'.length + 6;
  const answered = '430[null,{"id":"t000001"}]'.length + 2;
  for (const load of ['page-bytes', 'node-bytes']) {
    const { exchange_up_bytes, exchange_down_bytes } = figuresOf.get(`${load}, socketio`) ?? {};
    expect([exchange_up_bytes, exchange_down_bytes], load).toEqual([asked, answered]);
  }
  // The answer of HTTP by a client of the test's own; Node's agent asks in the same words, from a port of as many digits.
  const { up, down } = await plainExchange('t000001');
  const { exchange_up_bytes, exchange_down_bytes } = figuresOf.get('node-bytes, http') ?? {};
  expect([exchange_up_bytes, exchange_down_bytes]).toEqual([up, down]);
}, 240_000);

/** One exchange over a bare socket, counted as it is written and read. */
async function plainExchange(id: string): Promise<{ up: number; down: number }> {
  const { app } = createApp('http1');
  const server = await app.listen(0, '127.0.0.1');
  try {
    if (!server.listening) await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    const request = `GET /messages/${id} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: keep-alive\r\n\r\n`;
    socket.write(request);
    let answer = '';
    while (!answer.endsWith(JSON.stringify({ id }))) {
      const [part] = (await once(socket, 'data')) as [Buffer];
      answer += part.toString('latin1');
    }
    socket.destroy();
    return { up: Buffer.byteLength(request), down: answer.length };
  } finally {
    await app.teardown();
  }
}

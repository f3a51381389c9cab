import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { type ConnectOptions, connect, type Transport } from '../src/index.ts';
import { collect } from './collect.ts';
import { startDdpServer } from './ddp-server.ts';

/** What the server saw of its clients. */
interface Seen {
  url: string;
  /** Subscriptions, each with the time. */
  subscribed_ms: number[];
  /** How connections ended. */
  ends: string[];
  /** Whether it refuses subscriptions from now on. */
  refuses: boolean;
}

async function socketServer(): Promise<Seen> {
  const io = new Server();
  io.listen(0);
  onTestFinished(() => io.close());
  const { port } = (io as unknown as { httpServer: { address(): AddressInfo } }).httpServer.address();
  const seen: Seen = { url: `http://127.0.0.1:${port}`, subscribed_ms: [], ends: [], refuses: false };
  io.on('connection', (socket) => {
    socket.on('list', (ack) => {
      seen.subscribed_ms.push(performance.now());
      ack(seen.refuses ? { error: 'gone' } : { result: [] });
    });
    socket.on('echo', (ack) => ack({ result: 1 }));
    socket.on('disconnect', (reason) => seen.ends.push(reason));
  });
  return seen;
}

async function ddpServer(): Promise<Seen> {
  const seen: Seen = { url: '', subscribed_ms: [], ends: [], refuses: false };
  const server = await startDdpServer((message, { send }) => {
    if (message.msg === 'sub') {
      seen.subscribed_ms.push(performance.now());
      if (seen.refuses) send({ msg: 'nosub', id: message.id, error: { error: 'gone' } });
      else send({ msg: 'ready', subs: [message.id] });
    } else if (message.msg === 'method') {
      send({ msg: 'result', id: message.id, result: 1 }, { msg: 'updated', methods: [message.id] });
    }
  });
  onTestFinished(() => server.close());
  seen.url = server.url;
  return seen;
}

const cases: [Transport, Partial<ConnectOptions>][] = [
  ['socketio', {}],
  ['socketio', { reconnect: true }],
  ['socketio', { transports: ['polling'] }],
  ['ddp', {}],
  ['ddp-sockjs', { reconnect: true }],
];

test.each(cases)(
  '%s %j: a connection that is cut returns after that time, twice',
  async (transport, options) => {
    const seen = await (transport === 'socketio' ? socketServer() : ddpServer());
    const client = await connect({ url: seen.url, transport, timeout_ms: 3000, ...options });
    onTestFinished(() => client.close());
    collect(client);
    await client.subscribe('list');
    for (const times of [2, 3]) {
      const began_ms = performance.now();
      const reasons: string[] = [];
      const stopListening = client.onDisconnect((reason) => reasons.push(reason));
      const back = client.cut(400);
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(reasons).toHaveLength(1);
      await expect(client.call('echo')).rejects.toMatchObject({ code: 'disconnected' });
      expect(await back).toEqual({ failures: [] });
      stopListening();
      expect(seen.subscribed_ms).toHaveLength(times);
      const away_ms = (seen.subscribed_ms.at(-1) as number) - began_ms;
      expect(away_ms).toBeGreaterThan(390);
      expect(away_ms).toBeLessThan(2000);
      expect(await client.call('echo')).toBe(1);
    }
    if (transport === 'socketio' && options.transports === undefined) {
      expect(seen.ends).toEqual(['transport close', 'transport close']);
    }
    seen.refuses = true;
    const { failures } = await client.cut(50);
    expect(failures).toMatchObject([{ name: 'list', error: { code: 'gone' } }]);
  },
);

test('a client that was cut without reconnect is not connected again after a loss that it did not ask for', async () => {
  const io = new Server();
  io.listen(0);
  onTestFinished(() => io.close());
  const { port } = (io as unknown as { httpServer: { address(): AddressInfo } }).httpServer.address();
  const client = await connect({ url: `http://127.0.0.1:${port}`, transport: 'socketio', timeout_ms: 3000 });
  onTestFinished(() => client.close());
  await client.cut(50);
  const lost = new Promise((resolve) => client.onDisconnect(resolve));
  for (const socket of io.sockets.sockets.values()) socket.conn.close();
  await lost;
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(io.engine.clientsCount).toBe(0);
});

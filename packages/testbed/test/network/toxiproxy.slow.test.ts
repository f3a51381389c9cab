import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import {
  findToxiproxy,
  type Link,
  pingOver,
  type Shaper,
  startToxiproxy,
  ToxiproxyMissing,
} from '../../src/network/index.ts';
import { answers } from '../../src/process/index.ts';

const here = await findToxiproxy(() => {}).then(
  () => true,
  (error) => {
    if (!(error instanceof ToxiproxyMissing)) throw error;
    console.log(`Skipped where toxiproxy isn't: ${error.message}`);
    return false;
  },
);
const link = (latency_ms: number, jitter_ms = 0): Link => ({ latency_ms, jitter_ms, loss: 0 });

async function over<Result>(asked: Link, use: (network: Shaper) => Promise<Result>): Promise<Result> {
  const network = await startToxiproxy(asked);
  try {
    return await use(network);
  } finally {
    await network.stop();
  }
}

const middle = (sorted: number[]): number => sorted[Math.floor(sorted.length / 2)] as number;

test.runIf(here)('a round trip takes the latency twice, and without one next to nothing', async () => {
  const [shortest] = await over(link(20), pingOver);
  expect(shortest).toBeGreaterThanOrEqual(40);
  const plain = await over(link(0), pingOver);
  // Of what comes on top there are no bounds on a busy machine, but it is less than a delay would be.
  expect(plain[0]).toBeLessThan(20);
});

test.runIf(here)('jitter makes it shorter and longer', async () => {
  const trips = await over(link(20, 15), pingOver);
  expect(trips[0]).toBeGreaterThanOrEqual(10);
  expect(trips[0]).toBeLessThan(middle(trips));
  expect(middle(trips)).toBeGreaterThan(25);
});

test.runIf(here)('a websocket goes over it, in both directions', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (socket) => socket.on('message', (data) => socket.send(data)));
  await over(link(15), async (network) => {
    const { port } = server.address() as { port: number };
    const way = await network.open({ host: '127.0.0.1', port });
    const socket = new WebSocket(way.url.replace('http', 'ws'));
    await once(socket, 'open');
    const sent = performance.now();
    socket.send('there and back');
    const [data] = await once(socket, 'message');
    expect(String(data)).toBe('there and back');
    expect(performance.now() - sent).toBeGreaterThanOrEqual(30);
    const closed = once(socket, 'close');
    await way.close();
    await closed;
  });
  server.close();
});

test.runIf(here)('when it is stopped nobody listens any more', async () => {
  const url = await over(
    link(1),
    async (network) => (await network.open({ host: '127.0.0.1', port: 9 })).url,
  );
  expect(await answers(Number(new URL(url).port))).toBe(false);
});

test('what it can not make is said before anything is started', async () => {
  await expect(startToxiproxy({ latency_ms: 40, jitter_ms: 5, loss: 0.01 })).rejects.toThrow(
    '--loss needs netem',
  );
  await expect(startToxiproxy(link(0.5))).rejects.toThrow('whole milliseconds');
});

test('without toxiproxy and Go it says what to install', async () => {
  const nothing = await mkdtemp(path.join(tmpdir(), 'proxies-'));
  try {
    const finding = findToxiproxy(() => {}, { path: [nothing], cacheDir: nothing });
    await expect(finding).rejects.toThrow(/^A slower network needs toxiproxy-server.*install one of them/);
  } finally {
    await rm(nothing, { recursive: true });
  }
});

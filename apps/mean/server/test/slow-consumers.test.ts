import { setTimeout as sleep } from 'node:timers/promises';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Client,
  createdAt,
  Follower,
  guardedBy,
  type Stored,
  send,
  startApp,
  type TestApp,
} from './app.ts';

let testbed: Testbed;
let server: TestApp;

beforeAll(async () => {
  testbed = await openTestbed();
  server = await startApp(testbed, guardedBy({ backlog: { packets: 8, characters: 5_000_000 } }));
  await server.addLists('packets', 'characters');
});
afterAll(() => testbed?.close());

const todos = () => server.db.collection<Stored>('todos');
const todo = (_id: string, listId: string, length: number) => ({
  _id,
  listId,
  text: 'x'.repeat(length),
  done: false,
  createdAt: createdAt(0),
});

/** Stops reading from the network, like a hanging process. */
function stall(socket: Client): () => void {
  const { ws } = socket.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } };
  ws.pause();
  return () => ws.resume();
}

test('a client that stops reading is disconnected, and starts from a snapshot after reconnecting', async () => {
  const slow = await server.connect();
  const follower = await Follower.subscribe(slow, 'todos.byList', { listId: 'packets' });
  const witness = await Follower.subscribe(await server.connect(), 'todos.byList', { listId: 'packets' });
  const resume = stall(slow);
  let count = 0;
  // Large ones, because the system's own buffers take some megabytes first.
  for (; (await server.health()).slowConsumers === 0; count++) {
    await todos().insertOne(todo(`p${count}`, 'packets', 500_000));
    expect(count).toBeLessThan(200);
  }
  expect(server.logged.join('\n')).toMatch(/reads too slowly: 9 packets/);
  await witness.until(({ documents }) => documents.size === count);
  expect((await server.health()).connections).toBe(1);
  const reconnected = new Promise((resolve) => slow.io.once('reconnect', resolve));
  resume();
  await reconnected;
  // There was no gap in what it received before.
  expect(follower.ids).toEqual(witness.ids.slice(0, follower.ids.length));
  const again = await Follower.subscribe(slow, 'todos.byList', { listId: 'packets' });
  expect(again.ids.sort()).toEqual(witness.ids.sort());
});

test('only one of many unread snapshots is sent at a time', async () => {
  await todos().insertMany([1, 2, 3, 4].map((k) => todo(`c${k}`, 'characters', 500_000)));
  const slow = await server.connect();
  stall(slow);
  let answered = 0;
  const answers = Array.from({ length: 20 }, () =>
    send(slow, 'subscribe', 'todos.byList', { listId: 'characters' }).then(() => answered++),
  );
  const waiting = () =>
    Math.max(...[...server.app.io.sockets.sockets.values()].map(({ conn }) => waitingIn(conn)));
  // The system's own buffers take some of them.
  let before = -1;
  for (let same = 0; same < 10; await sleep(50)) {
    const now = waiting();
    same = now > 0 && now === before ? same + 1 : 0;
    before = now;
  }
  expect(before).toBeLessThan(2_500_000);
  expect(answered).toBe(0); // nobody else waits, so there is no hurry
  const { ws } = slow.io.engine.transport as unknown as { ws: { resume(): void } };
  ws.resume();
  await Promise.all(answers);
  expect(answered).toBe(20);
});

/** Bytes that a connection got and didn't send yet. */
function waitingIn(connection: unknown): number {
  const { transport } = connection as { transport: { socket: { bufferedAmount: number } } };
  return transport.socket.bufferedAmount;
}

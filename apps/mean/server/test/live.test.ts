import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toWire } from '@meteor-vs-mean/contract';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type Client,
  call,
  createdAt,
  Follower,
  type Stored,
  send,
  startApp,
  type TestApp,
  wireDate,
} from './app.ts';

let testbed: Testbed;
let server: TestApp;
let socket: Client;

beforeAll(async () => {
  testbed = await openTestbed();
  server = await startApp(testbed);
  socket = await server.connect();
  await server.addLists('order', 'diff', 'from', 'to', 'full', 'counted', 'gone', 'early');
});
afterAll(() => testbed?.close());

const todos = () => server.db.collection<Stored>('todos');
const messages = () => server.db.collection<Stored>('messages');
const todo = (_id: string, listId: string, ms = 0) => ({
  _id,
  listId,
  text: _id,
  done: false,
  createdAt: createdAt(ms),
});
const message = (_id: string, roomId: string, ms: number) => ({
  _id,
  roomId,
  nickname: 'n',
  text: _id,
  createdAt: createdAt(ms),
});

test('a client with the current documents gets no second copy, only later changes', async () => {
  await server.addLists('held');
  await todos().insertOne(todo('held-0', 'held'));
  const digestOf = (documents: unknown) =>
    createHash('sha256').update(JSON.stringify(documents)).digest('hex');
  const follower = await Follower.subscribe(socket, 'todos.byList', { listId: 'held' });
  const digest = digestOf(follower.sorted);
  expect(follower.ids).toEqual(['held-0']);

  const other = await server.connect();
  const frames: unknown[] = [];
  other.on('added', (_channel, { _id }) => frames.push(_id));
  const subscribe = (holds: unknown) => send(other, 'subscribe', 'todos.byList', { listId: 'held' }, holds);
  const { channel } = follower;
  expect(await subscribe(digest)).toEqual({ result: { channel, unchanged: true } });
  await todos().insertOne(todo('held-1', 'held', 1));
  await follower.until(({ ids }) => ids.length === 2);
  await vi.waitFor(() => expect(frames).toEqual(['held-1']));
  // Its documents are no longer the current ones.
  for (const holds of [digest, 'nonsense', 7, { $date: 1 }]) {
    expect(await subscribe(holds)).toMatchObject({ result: { channel, documents: follower.sorted } });
  }
  expect(await subscribe(digestOf(follower.sorted))).toEqual({ result: { channel, unchanged: true } });
});

describe('a snapshot and the changes after it', () => {
  test('miss and double nothing, whatever is written at the same time', async () => {
    for (let phase = 0; phase < 6; phase++) {
      // A new list each time, so that its view is created while writes continue.
      const listId = `busy-${phase}`;
      await server.addLists(listId);
      let isOver = false;
      const write = async (name: string) => {
        for (let k = 0; !isOver; k++) {
          const id = (number: number) => `${name}-${phase}-${number}`;
          await todos().insertOne(todo(id(k), listId, k));
          if (k % 3 === 0) await todos().updateOne({ _id: id(k) }, { $set: { done: true } });
          if (k % 4 === 0) await todos().deleteOne({ _id: id(k >> 1) });
          if (k % 10 === 0) await todos().updateMany({ listId }, { $set: { text: `${name} ${k}` } });
        }
      };
      const writers = ['a', 'b', 'c', 'd'].map(write);
      const followers: Follower[] = [];
      for (let k = 0; k < 6; k++) {
        followers.push(await Follower.subscribe(await server.connect(), 'todos.byList', { listId }));
        await sleep(k * 3);
      }
      isOver = true;
      await Promise.all(writers);
      await todos().insertOne(todo(`last-${phase}`, listId, 1e6));
      const stored = toWire(await todos().find({ listId }).sort({ _id: 1 }).toArray());
      for (const follower of followers) {
        await follower.until(({ documents }) => documents.has(`last-${phase}`));
        follower.check();
        expect(follower.sorted).toEqual(stored);
      }
    }
  });

  test('are in the publication’s order', async () => {
    await todos().insertMany([
      todo('o3', 'order', 3),
      todo('o1', 'order', 1),
      todo('o2b', 'order', 2),
      todo('o2a', 'order', 2),
    ]);
    const follower = await Follower.subscribe(socket, 'todos.byList', { listId: 'order' });
    expect(follower.ids).toEqual(['o1', 'o2a', 'o2b', 'o3']);
    // A second subscription reads the view, not the database.
    await todos().insertOne(todo('o0', 'order', 0));
    await follower.until(({ documents }) => documents.has('o0'));
    const second = await Follower.subscribe(await server.connect(), 'todos.byList', { listId: 'order' });
    expect(second.ids).toEqual(['o0', 'o1', 'o2a', 'o2b', 'o3']);
  });

  test('contain only the differences', async () => {
    const follower = await Follower.subscribe(socket, 'todos.byList', { listId: 'diff' });
    await todos().insertOne(todo('d', 'diff'));
    await todos().updateOne({ _id: 'd' }, { $set: { done: true } });
    await todos().updateOne({ _id: 'd' }, { $set: { done: true, text: 'd' } });
    await todos().replaceOne({ _id: 'd' }, { ...todo('d', 'diff'), done: true, text: 'new', note: 1 });
    await todos().updateOne({ _id: 'd' }, { $unset: { note: '' } });
    await todos().deleteOne({ _id: 'd' });
    await follower.until(({ frames }) => frames.at(-1)?.[0] === 'removed');
    expect(follower.frames).toEqual([
      ['added', { _id: 'd', listId: 'diff', text: 'd', done: false, createdAt: wireDate(0) }],
      ['changed', 'd', { done: true }],
      ['changed', 'd', { text: 'new', note: 1 }],
      ['changed', 'd', {}],
      ['removed', 'd'],
    ]);
  });

  test('follow a document from one list to another', async () => {
    await todos().insertOne(todo('m', 'from'));
    const from = await Follower.subscribe(socket, 'todos.byList', { listId: 'from' });
    const to = await Follower.subscribe(socket, 'todos.byList', { listId: 'to' });
    await todos().updateOne({ _id: 'm' }, { $set: { listId: 'to' } });
    await to.until(({ documents }) => documents.has('m'));
    await from.until(({ documents }) => !documents.has('m'));
    expect(from.short).toEqual(['removed m']);
    expect(to.short).toEqual(['added m']);
  });
});

test('a write to the largest list reaches all clients, and makes none a slow consumer', async () => {
  await todos().insertMany(Array.from({ length: 5000 }, (_, k) => todo(`full-${k}`, 'full', k)));
  const followers: Follower[] = [];
  for (let k = 0; k < 5; k++) {
    followers.push(await Follower.subscribe(await server.connect(), 'todos.byList', { listId: 'full' }));
  }
  expect(await call(socket, 'todos.setAllDone', { listId: 'full', done: true })).toBe(5000);
  for (const follower of followers) await follower.until(({ frames }) => frames.length === 5000);
  expect(await call(socket, 'todos.removeDone', { listId: 'full' })).toBe(5000);
  for (const follower of followers) {
    await follower.until(({ documents }) => documents.size === 0);
    follower.check();
  }
  expect((await server.health()).slowConsumers).toBe(0);
});

describe('a window', () => {
  test('sends one removed for each added beyond its limit, and nothing for later ones', async () => {
    await messages().insertMany([1, 2, 3].map((ms) => message(`w${ms}`, 'window', ms)));
    const follower = await Follower.subscribe(socket, 'messages.byRoom', { roomId: 'window', limit: 3 });
    expect(follower.ids).toEqual(['w3', 'w2', 'w1']);
    await messages().insertOne(message('w0', 'window', 0));
    await messages().insertOne(message('w4', 'window', 4));
    await messages().insertOne(message('w5', 'window', 5));
    await follower.until(({ documents }) => documents.has('w5') && documents.size === 3);
    expect(follower.short).toEqual(['added w4', 'removed w1', 'added w5', 'removed w2']);
  });

  test('is filled again from the database when a document leaves it', async () => {
    await messages().insertMany([1, 2, 3, 4, 5].map((ms) => message(`r${ms}`, 'refill', ms)));
    const follower = await Follower.subscribe(socket, 'messages.byRoom', { roomId: 'refill', limit: 3 });
    await messages().deleteOne({ _id: 'r4' });
    await follower.until(({ documents }) => documents.has('r2'));
    await messages().deleteMany({ _id: { $in: ['r5', 'r3', 'r2'] } });
    await follower.until(({ ids }) => ids.join() === 'r1');
    expect(follower.short.slice(0, 2)).toEqual(['removed r4', 'added r2']);
    follower.check();
  });

  test('takes in a document whose order changes', async () => {
    await messages().insertMany([1, 2, 3].map((ms) => message(`s${ms}`, 'sort', ms)));
    const follower = await Follower.subscribe(socket, 'messages.byRoom', { roomId: 'sort', limit: 2 });
    await messages().updateOne({ _id: 's1' }, { $set: { createdAt: createdAt(9) } });
    await follower.until(({ documents }) => documents.has('s1'));
    await messages().updateOne({ _id: 's1' }, { $set: { createdAt: createdAt(0) } });
    await follower.until(({ documents }) => documents.has('s2') && documents.size === 2);
    follower.check();
    expect([...follower.ids].sort()).toEqual(['s2', 's3']);
  });
});

describe('a subscription', () => {
  test('is counted: it takes as many unsubscribes', async () => {
    const client = await server.connect();
    const follower = await Follower.subscribe(client, 'todos.byList', { listId: 'counted' });
    await send(client, 'subscribe', 'todos.byList', { listId: 'counted' });
    await send(client, 'unsubscribe', follower.channel);
    await todos().insertOne(todo('c1', 'counted'));
    await follower.until(({ documents }) => documents.has('c1'));
    await send(client, 'unsubscribe', follower.channel);
    const witness = await Follower.subscribe(socket, 'todos.byList', { listId: 'counted' });
    await todos().insertOne(todo('c2', 'counted'));
    await witness.until(({ documents }) => documents.has('c2'));
    expect(await send(client, 'unsubscribe', follower.channel)).toEqual({ result: null });
    expect(follower.ids).toEqual(['c1']);
  });

  test('is dropped with its view when the socket closes', async () => {
    const client = await server.connect();
    const before = (await server.health()).channels as number;
    await Follower.subscribe(client, 'todos.byList', { listId: 'gone' });
    await Follower.subscribe(client, 'todos.byList', { listId: 'gone' });
    expect((await server.health()).channels).toBe(before + 1);
    client.close();
    while ((await server.health()).channels !== before) await sleep(5);
  });

  test('that ends before its snapshot leaves nothing behind', async () => {
    const client = await server.connect();
    const before = (await server.health()).channels as number;
    const subscribing = send(client, 'subscribe', 'todos.byList', { listId: 'early' });
    const unsubscribing = send(client, 'unsubscribe', 'todos.byList:early');
    expect(await unsubscribing).toEqual({ result: null });
    expect(await subscribing).toEqual({ result: { channel: 'todos.byList:early', documents: [] } });
    expect((await server.health()).channels).toBe(before);
    expect(server.app.io.sockets.adapter.rooms.has('todos.byList:early')).toBe(false);
  });
});

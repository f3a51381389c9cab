import { toWire } from '@meteor-vs-mean/contract';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, call, createdAt, Follower, type Stored, startApp, type TestApp } from './app.ts';

let testbed: Testbed;
let server: TestApp;
let socket: Client;

beforeAll(async () => {
  testbed = await openTestbed();
  server = await startApp(testbed, { mode: 'emit' });
  socket = await server.connect();
});
afterAll(() => testbed?.close());

const todos = () => server.db.collection<Stored>('todos');

test('announces every kind of write of its own methods', async () => {
  const lists = await Follower.subscribe(socket, 'lists.all');
  await call(socket, 'lists.insert', { _id: 'l', name: 'a' });
  await call(socket, 'lists.rename', { _id: 'l', name: 'b' });
  const list = await Follower.subscribe(socket, 'todos.byList', { listId: 'l' });
  for (const _id of ['t1', 't2', 't3']) await call(socket, 'todos.insert', { _id, listId: 'l', text: _id });
  await call(socket, 'todos.setText', { _id: 't1', text: 'new' });
  await call(socket, 'todos.setDone', { _id: 't2', done: true });
  expect(await call(socket, 'todos.setAllDone', { listId: 'l', done: true })).toBe(2);
  await call(socket, 'todos.setDone', { _id: 't3', done: false });
  expect(await call(socket, 'todos.removeDone', { listId: 'l' })).toBe(2);
  await call(socket, 'lists.remove', { _id: 'l' });
  expect(lists.short).toEqual(['added l', 'changed l', 'removed l']);
  expect(list.short).toEqual([
    ...['added t1', 'added t2', 'added t3', 'changed t1', 'changed t2', 'changed t1', 'changed t3'],
    ...['changed t3', 'removed t1', 'removed t2', 'removed t3'],
  ]);
});

test('doesn’t see other processes’ writes', async () => {
  await call(socket, 'lists.insert', { _id: 'blind', name: 'blind' });
  const follower = await Follower.subscribe(socket, 'todos.byList', { listId: 'blind' });
  const foreign = { _id: 'foreign', listId: 'blind', text: 'x', done: false, createdAt: createdAt(0) };
  await todos().insertOne(foreign);
  await call(socket, 'todos.insert', { _id: 'own', listId: 'blind', text: 'x' });
  expect(follower.short).toEqual(['added own']);
  expect((await server.health()).observe).toBe('emit');
});

test('misses and doubles nothing while its methods write', async () => {
  await call(socket, 'lists.insert', { _id: 'busy', name: 'busy' });
  const input = (k: number) => ({ _id: `b${k}`, listId: 'busy', text: 'x' });
  let isOver = false;
  const write = async (first: number) => {
    const writer = await server.connect();
    await call(writer, 'todos.insert', input(first));
    // Some write to the same documents concurrently: the last announced write must be the last committed one.
    for (let k = 0; !isOver && k < 70; k++) {
      if (k % 10 === 0) await call(writer, 'todos.insert', input(first + 1000 * (k + 1)));
      else if (k % 10 === 5)
        await call(writer, 'todos.setAllDone', { listId: 'busy', done: first % 2 === 0 });
      else await call(writer, 'todos.setText', { _id: 'b0', text: `${first}-${k}` }).catch(() => {});
    }
  };
  const writers = [0, 1, 2, 3].map(write);
  const followers: Follower[] = [];
  for (let k = 0; k < 20; k++) {
    followers.push(await Follower.subscribe(await server.connect(), 'todos.byList', { listId: 'busy' }));
  }
  isOver = true;
  await Promise.all(writers);
  const stored = toWire(await todos().find({ listId: 'busy' }).sort({ _id: 1 }).toArray());
  await call(socket, 'todos.insert', input(99));
  for (const follower of followers) {
    await follower.until(({ documents }) => documents.delete('b99'));
    follower.check();
    expect(follower.sorted).toEqual(stored);
  }
});

test('a write to the largest list makes no client a slow consumer', async () => {
  await call(socket, 'lists.insert', { _id: 'full', name: 'full' });
  const documents = Array.from({ length: 5000 }, (_, k) => ({ _id: `f${k}`, listId: 'full', done: false }));
  await todos().insertMany(documents.map((each, k) => ({ ...each, text: 'x', createdAt: createdAt(k) })));
  const follower = await Follower.subscribe(await server.connect(), 'todos.byList', { listId: 'full' });
  expect(await call(socket, 'todos.setAllDone', { listId: 'full', done: true })).toBe(5000);
  expect(await call(socket, 'lists.remove', { _id: 'full' })).toBe(null);
  await follower.until(({ frames }) => frames.length === 10_000);
  expect(follower.ids).toEqual([]);
  expect((await server.health()).slowConsumers).toBe(0);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { limits } from '@meteor-vs-mean/contract';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Person } from './accounts-client.ts';
import { createdAt, startApp, type TestApp } from './app.ts';

let testbed: Testbed;
let server: TestApp;
let folder: string;

/** Replaces Angular's build: a page that shows what it reads, and behaves as its path says. */
const bundle = `
export async function render(path, { nonce, account, read }, signal) {
  if (path === '/client') return null;
  if (path === '/broken') throw new Error('text from a user');
  if (path === '/never') return new Promise(() => {});
  const todos = await read('todos.byList', { listId: path.slice(1) });
  const [all, mine, rooms] = await Promise.all(
    ['lists.all', 'lists.mine', 'rooms.all'].map(async (name) => (await read(name, {})).map(({ _id }) => _id)));
  const shown = JSON.stringify({ account: account?.username ?? null, todos, all, mine, rooms });
  return new Response(shown, { status: todos.length > 0 ? 200 : 404 });
}`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mean-pages-'));
  const clientDir = path.join(folder, 'browser');
  await mkdir(clientDir);
  await mkdir(path.join(folder, 'server'));
  await writeFile(path.join(clientDir, 'index.csr.html'), 'empty');
  await writeFile(path.join(folder, 'server/server.mjs'), bundle);
  testbed = await openTestbed();
  server = await startApp(testbed, { clientDir });
});
beforeEach(async () => {
  for (const name of ['lists', 'rooms', 'todos', 'users']) await server.db.collection(name).deleteMany({});
});
afterAll(async () => {
  await server?.stop();
  await testbed?.close();
  await rm(folder, { recursive: true });
});

const get = async (address: string, cookie = '') => {
  const response = await fetch(server.url + address, { headers: { cookie } });
  return {
    status: response.status,
    caching: response.headers.get('cache-control'),
    text: await response.text(),
  };
};
const empty = { status: 200, caching: 'private, no-store', text: 'empty' };

async function addList(_id: string, more: object = {}): Promise<void> {
  const list = { _id: _id as never, name: _id, createdAt: createdAt(0), ...more };
  await server.db.collection('lists').insertOne(list, { writeConcern: { w: 'majority' } });
  await server.db.collection('todos').insertOne(todoOf(_id), { writeConcern: { w: 'majority' } });
}

function todoOf(listId: string) {
  return { _id: `${listId}-0` as never, listId, text: 'milk', done: false, createdAt: createdAt(1) };
}

test('a page is rendered with its reader’s data, and not cached', async () => {
  await addList('everybodys');
  const { status, caching, text } = await get('/everybodys');
  expect([status, caching]).toEqual([200, 'private, no-store']);
  const todo = { _id: 'everybodys-0', listId: 'everybodys', text: 'milk', done: false };
  expect(JSON.parse(text)).toEqual({
    account: null,
    todos: [{ ...todo, createdAt: { $date: 1_700_000_000_001 } }],
    all: ['everybodys'],
    mine: [],
    rooms: [],
  });
});

test('a page of one list or room has none of the others; home has them all', async () => {
  const ada = await Person.signedUp(server, 'ada');
  const owner = (await server.db.collection('users').findOne({ username: 'ada' }))?._id;
  const members = [{ _id: owner, username: 'ada' }];
  for (const _id of ['one', 'other']) await addList(_id);
  for (const _id of ['hers', 'another']) await addList(_id, { owner, members });
  const rooms = ['lobby', 'kitchen'].map((_id) => ({
    _id: _id as never,
    name: _id,
    createdAt: createdAt(0),
  }));
  await server.db.collection('rooms').insertMany(rooms, { writeConcern: { w: 'majority' } });
  const carried = async (address: string) => {
    const { all, mine, rooms } = JSON.parse((await get(address, ada.cookie)).text);
    return [all.sort(), mine.sort(), rooms.sort()];
  };
  expect(await carried('/one')).toEqual([['one'], [], []]);
  expect(await carried('/hers')).toEqual([[], ['hers'], []]);
  expect(await carried('/lobby')).toEqual([[], [], ['lobby']]);
  expect(await carried('/')).toEqual([
    ['one', 'other'],
    ['another', 'hers'],
    ['kitchen', 'lobby'],
  ]);
});

test('a private list is rendered only for a member, by the cookie', async () => {
  const [ada, bob] = [await Person.signedUp(server, 'ada'), await Person.signedUp(server, 'bob')];
  const owner = (await server.db.collection('users').findOne({ username: 'ada' }))?._id;
  await addList('secret', { owner, members: [{ _id: owner, username: 'ada' }] });
  expect(JSON.parse((await get('/secret', ada.cookie)).text)).toMatchObject({
    account: 'ada',
    todos: [{ text: 'milk' }],
    mine: ['secret'],
  });
  for (const cookie of [bob.cookie, '', 'mean_session=made-up']) {
    const { status, text } = await get('/secret', cookie);
    expect([status, JSON.parse(text).todos]).toEqual([404, []]);
  }
});

test('a page with too many documents is sent empty', async () => {
  await addList('large');
  const todos = Array.from({ length: limits.renderedDocuments - 1 }, (_, n) => ({
    ...todoOf('large'),
    _id: `more-${n}` as never,
  }));
  await server.db.collection('todos').insertMany(todos, { writeConcern: { w: 'majority' } });
  expect(JSON.parse((await get('/large')).text).todos).toHaveLength(limits.renderedDocuments);
  await server.db
    .collection('todos')
    .insertOne({ ...todoOf('large'), _id: 'one more' as never }, { writeConcern: { w: 'majority' } });
  expect(await get('/large')).toEqual(empty);
});

test('pages that never finish block others only for a while', async () => {
  await addList('everybodys');
  const never = ['/never', '/never', '/never'].map((address) => get(address));
  expect(await Promise.all(never)).toEqual([empty, empty, empty]);
  expect((await get('/everybodys')).text).toContain('milk');
});

test('a page that fails or takes too long is sent empty', async () => {
  for (const address of ['/client', '/broken', '/never']) expect(await get(address)).toEqual(empty);
  // The log must not contain the list's name from the path.
  expect(server.logged.filter((line) => line.includes('rendered'))).toHaveLength(1);
});

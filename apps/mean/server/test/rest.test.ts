import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Follower, startApp, type TestApp } from './app.ts';

let testbed: Testbed;
let server: TestApp;

beforeAll(async () => {
  testbed = await openTestbed();
  server = await startApp(testbed);
});
afterAll(() => testbed?.close());

/** @returns the status, and the body if there is one */
async function ask(method: string, path: string, body?: unknown): Promise<[number, unknown?]> {
  const response = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return text ? [response.status, JSON.parse(text)] : [response.status];
}

const failure = (code: string) => ({ error: { code, message: expect.any(String) } });

test('has every method and publication under /api, and subscribers see its writes', async () => {
  const follower = await Follower.subscribe(await server.connect(), 'todos.byList', { listId: 'l' });
  expect(await ask('POST', '/api/lists', { _id: 'l', name: ' List ' })).toEqual([201, { _id: 'l' }]);
  expect(await ask('PATCH', '/api/lists/l', { name: 'Renamed' })).toEqual([204]);
  const isoDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(await ask('GET', '/api/lists')).toEqual([200, [{ _id: 'l', name: 'Renamed', createdAt: isoDate }]]);
  expect(await ask('POST', '/api/lists/l/todos', { _id: 't', text: 'a' })).toEqual([201, { _id: 't' }]);
  expect(await ask('PATCH', '/api/todos/t', { text: 'b' })).toEqual([204]);
  expect(await ask('PATCH', '/api/todos/t', { done: true })).toEqual([204]);
  expect(await ask('GET', '/api/lists/l/todos')).toEqual([
    200,
    [{ _id: 't', listId: 'l', text: 'b', done: true, createdAt: isoDate }],
  ]);
  expect(await ask('PATCH', '/api/lists/l/todos', { done: false })).toEqual([200, { count: 1 }]);
  expect(await ask('DELETE', '/api/lists/l/todos?done=true')).toEqual([200, { count: 0 }]);
  expect(await ask('DELETE', '/api/todos/t')).toEqual([204]);
  expect(await ask('DELETE', '/api/lists/l')).toEqual([204]);
  await follower.until(({ frames }) => frames.length === 5);
  expect(follower.short).toEqual(['added t', 'changed t', 'changed t', 'changed t', 'removed t']);
});

test('pages through messages', async () => {
  await ask('POST', '/api/rooms', { _id: 'r', name: 'Room' });
  expect((await ask('GET', '/api/rooms'))[1]).toMatchObject([{ _id: 'r', name: 'Room' }]);
  for (const _id of ['m1', 'm2', 'm3']) {
    expect(await ask('POST', '/api/rooms/r/messages', { _id, nickname: 'n', text: _id })).toEqual([
      201,
      { _id },
    ]);
  }
  const ids = ([, body]: [number, unknown?]) => (body as { _id: string }[]).map(({ _id }) => _id);
  expect(ids(await ask('GET', '/api/rooms/r/messages'))).toEqual(['m3', 'm2', 'm1']);
  const [newest] = (await ask('GET', '/api/rooms/r/messages?limit=1'))[1] as {
    _id: string;
    createdAt: string;
  }[];
  expect(newest?._id).toBe('m3');
  const before = `${newest?.createdAt},${newest?._id}`;
  expect(ids(await ask('GET', `/api/rooms/r/messages?limit=2&before=${before}`))).toEqual(['m2', 'm1']);
});

test('returns errors with a status and a code', async () => {
  await ask('POST', '/api/lists', { _id: 'twice', name: 'n' });
  for (const [status, code, method, path, body] of [
    [400, 'validation-error', 'POST', '/api/lists', { _id: 'a' }],
    [400, 'validation-error', 'POST', '/api/lists', '{not json'],
    [400, 'validation-error', 'POST', '/api/lists', []],
    [400, 'validation-error', 'POST', '/api/lists'],
    [400, 'validation-error', 'DELETE', '/api/lists/twice/todos'],
    [400, 'validation-error', 'PATCH', '/api/todos/t', { text: 'a', done: true }],
    [400, 'validation-error', 'GET', '/api/rooms/r/messages?limit=101'],
    [400, 'validation-error', 'GET', '/api/rooms/r/messages?before=yesterday'],
    [400, 'validation-error', 'GET', '/api/lists/%zz/todos'],
    [404, 'not-found', 'PATCH', '/api/lists/none', { name: 'n' }],
    [404, 'not-found', 'POST', '/api/lists/none/todos', { _id: 'a', text: 'a' }],
    [404, '404', 'GET', '/api/nothing'],
    [404, '404', 'GET', '/nothing.js'],
    [404, '404', 'POST', '/nothing'],
    [409, 'duplicate-id', 'POST', '/api/lists', { _id: 'twice', name: 'n' }],
  ] as const) {
    expect([path, ...(await ask(method, path, body))]).toEqual([path, status, failure(code)]);
  }
  expect(server.logged).toEqual([]);
  let last: [number, unknown?] = [0];
  for (let k = 0; k < 100 && last[0] !== 429; k++) last = await ask('GET', '/api/lists');
  expect(last).toEqual([429, failure('too-many-requests')]);
  expect((await server.health()).status).toBe('ok'); // the app's own routes aren't counted
});

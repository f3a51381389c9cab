import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stored, send, startApp, type TestApp } from './app.ts';

let testbed: Testbed;
let server: TestApp;

beforeAll(async () => {
  testbed = await openTestbed();
  server = await startApp(testbed);
});
afterAll(() => testbed?.close());

const codeOf = (reply: unknown) => (reply as { error?: { code: string } }).error?.code;

describe('a connection', () => {
  test('that sent calls which change many documents gets later ones rejected', async () => {
    await server.addLists('many');
    const todo = (k: number) => ({ _id: `many-${k}`, listId: 'many', text: 't', done: false });
    await server.db.collection<Stored>('todos').insertMany(Array.from({ length: 1001 }, (_, k) => todo(k)));
    const socket = await server.connect();
    const replies = await Promise.all([
      ...Array.from({ length: 97 }, () => send(socket, 'todos.remove', { _id: 'none' })),
      send(socket, 'todos.setAllDone', { listId: 'many', done: true }),
      send(socket, 'todos.setAllDone', { listId: 'many', done: false }),
      send(socket, 'todos.remove', { _id: 'none' }),
    ]);
    expect(replies.slice(97).map((reply) => codeOf(reply) ?? reply)).toEqual([
      { result: 1001 },
      'too-many-requests',
      'too-many-requests',
    ]);
    const left = { listId: 'many', done: true };
    expect(await server.db.collection('todos').countDocuments(left)).toBe(1001);
    await server.db.collection('lists').deleteMany({});
  });
});

describe('garbage', () => {
  test('gets an error for each invalid message with a callback', async () => {
    const socket = await server.connect();
    for (const [code, event, ...args] of [
      ['404', 'nothing', {}],
      ['404', 'constructor', {}],
      ['404', '__proto__'],
      ['404', 'error', {}],
      ['404', 'subscribe', 'nothing', {}],
      ['404', 'subscribe', 'toString', {}],
      ['404', 'subscribe'],
      ['404', 'subscribe', { toString: 1 }, {}],
      ['validation-error', 'subscribe', 'todos.byList'],
      ['validation-error', 'subscribe', 'todos.byList', { listId: { $ne: null } }],
      ['validation-error', 'subscribe', 'todos.byList', 'l'],
      ['validation-error', 'subscribe', 'messages.byRoom', { roomId: 'r', limit: 101 }],
      ['validation-error', 'unsubscribe'],
      ['validation-error', 'unsubscribe', { $gt: '' }],
      ['validation-error', 'todos.insert'],
      ['validation-error', 'todos.insert', null],
      ['validation-error', 'todos.remove', { _id: { $gt: '' } }],
      ['validation-error', 'todos.remove', { _id: 'a', more: 1 }],
      ['validation-error', 'todos.setText', { _id: 'a', text: Buffer.from('binary') }],
      [
        'validation-error',
        'messages.before',
        { roomId: 'r', createdAt: { $date: 1e300 }, _id: 'a', limit: 1 },
      ],
    ] as const) {
      expect([event, codeOf(await send(socket, event, ...args))]).toEqual([event, code]);
    }
    expect(server.logged).toEqual([]);
  });

  test('without a callback, or past the largest packet, doesn’t affect others', async () => {
    const witness = await server.connect();
    const socket = await server.connect();
    const raw = socket as unknown as { emit(event: string, ...args: unknown[]): void };
    for (const event of ['todos.insert', 'subscribe', 'unsubscribe', 'nothing', 'error']) {
      raw.emit(event);
      raw.emit(event, 1, [], null);
    }
    expect(codeOf(await send(socket, 'nothing'))).toBe('404'); // the server still answers
    const disconnected = new Promise((resolve) => socket.once('disconnect', resolve));
    raw.emit('todos.insert', { text: 'x'.repeat(200_000) });
    await disconnected;
    const polling = await server.connect({ transports: ['polling'] });
    expect(codeOf(await send(polling, 'nothing'))).toBe('404');
    expect(codeOf(await send(witness, 'nothing'))).toBe('404');
  });

  test('that subscribes without a callback leaves no view behind', async () => {
    const socket = await server.connect();
    const { channels } = await server.health();
    (socket as unknown as { emit(event: string, ...args: unknown[]): void }).emit(
      'subscribe',
      'lists.all',
      {},
    );
    await send(socket, 'nothing');
    expect((await server.health()).channels).toBe(channels);
  });
});

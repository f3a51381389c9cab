import { expect, vi } from 'vitest';
import { codeOf, expectRefusal } from '../errors.ts';
import { feature } from '../feature.ts';
import type { Peer } from '../peer.ts';
import type { Subject } from '../subject.ts';

type Field = { method: string; input: Record<string, unknown>; field: string; most: number };

/** Every field with a maximum length, in an otherwise valid call. The case adds the ids. */
function fields(listId: string, roomId: string, todoId: string): Field[] {
  const message = { _id: 'fresh', roomId, nickname: 'ada', text: 'x' };
  const presence = { _id: 'fresh', roomId, nickname: 'ada' };
  return [
    { method: 'lists.insert', input: { _id: 'fresh', name: 'x' }, field: 'name', most: 100 },
    { method: 'lists.insert', input: { _id: 'fresh', name: 'x' }, field: '_id', most: 64 },
    { method: 'lists.rename', input: { _id: listId, name: 'x' }, field: 'name', most: 100 },
    { method: 'rooms.insert', input: { _id: 'fresh', name: 'x' }, field: 'name', most: 100 },
    { method: 'rooms.insert', input: { _id: 'fresh', name: 'x' }, field: '_id', most: 64 },
    { method: 'todos.insert', input: { _id: 'fresh', listId, text: 'x' }, field: 'text', most: 500 },
    { method: 'todos.insert', input: { _id: 'fresh', listId, text: 'x' }, field: '_id', most: 64 },
    { method: 'todos.setText', input: { _id: todoId, text: 'x' }, field: 'text', most: 500 },
    { method: 'messages.send', input: message, field: 'text', most: 2000 },
    { method: 'messages.send', input: message, field: 'nickname', most: 40 },
    { method: 'messages.send', input: message, field: '_id', most: 64 },
    { method: 'presence.enter', input: presence, field: 'nickname', most: 40 },
    { method: 'presence.enter', input: presence, field: '_id', most: 64 },
  ];
}

/** Halves of surrogate pairs, which MongoDB can't store, and invisible characters. */
const unfit = [
  ...['\ud83d', 'x\udc00', 'a\ud800b'],
  ...['\u200b', ' \u200d\u2060 ', '\u3164', '\u00ad', '\u202e', '\ufe0f', '\u0000', '\u{e0061}'],
  ...['\u2800', '\ufffc', '\u{1d159}', '\u{16fe4}', '\ue000', '\u0301'],
];

const fit = [
  'a\u200db',
  'x\u200b',
  '\u202eabc',
  '\u2764\ufe0f',
  'e\u0301',
  '\u00e9',
  'soft\u00adhyphen',
  'nul\u0000',
];

async function storedText(subject: Subject): Promise<unknown[]> {
  const names = ['lists', 'todos', 'rooms', 'messages', 'presence'] as const;
  return (await Promise.all(names.map((name) => subject.stored(name)))).flat();
}

/** This many characters, which no other call has used. */
function textOf(length: number, filler: string): string {
  return filler.repeat(Math.ceil(length / filler.length)).slice(0, length);
}

const anyPage = { roomId: 'r', createdAt: new Date(0), _id: 'm', limit: 1 };

/**
 * @param answer the error code expected of each call before the limit, if it isn't a result
 * @returns how many calls were answered before the limit
 */
async function callsUntilLimit(call: () => Promise<unknown>, answer?: string): Promise<number> {
  for (let n = 0; n <= 300; n += 1) {
    const code = await codeOf(call());
    if (code === 'too-many-requests') return n;
    expect(code).toBe(answer);
  }
  return Number.POSITIVE_INFINITY;
}

/** A connection to an app with a window longer than any case. */
async function peerOfOneWindow(subject: Subject): Promise<Peer> {
  const { url } = await subject.another({ CALLS_WINDOW_MS: '60000' });
  return subject.peer({ url });
}

export const limits = feature('limits', (add) => {
  add('lengths: the maximum and one less are accepted, one more is rejected', async (subject) => {
    const [listId, roomId, todoId] = [await subject.list(), await subject.room(), subject.id('todo')];
    const writers = subject.writers();
    await writers.call('todos.insert', { _id: todoId, listId, text: 'x' });
    for (const { method, input, field, most } of fields(listId, roomId, todoId)) {
      // A connection may be in a room only once.
      const call = async (given: Record<string, unknown>) =>
        method === 'presence.enter'
          ? (await subject.peer()).call(method, given)
          : writers.call(method, given);
      // Two of three calls create a document, so each needs its own id.
      for (const [length, filler] of [
        [most - 1, 'a'],
        [most, 'b'],
      ] as const) {
        const _id = input._id === 'fresh' ? subject.id('fresh') : input._id;
        const value = textOf(length, field === '_id' ? `${method.replace('.', '-')}${filler}` : filler);
        const answer = await call({ ...input, _id, [field]: value });
        expect(answer, `${method} ${field} of ${length}`).not.toBeInstanceOf(Error);
      }
      const _id = input._id === 'fresh' ? subject.id('fresh') : input._id;
      const tooLong = call({ ...input, _id, [field]: textOf(most + 1, 'c') });
      await expectRefusal(tooLong, 'validation-error');
    }
  });

  add('the length is that of the trimmed text, in UTF-16 code units', async (subject) => {
    const listId = await subject.list();
    const writers = subject.writers();
    const insert = (text: string) => writers.call('todos.insert', { _id: subject.id('todo'), listId, text });
    await insert('🙂'.repeat(250));
    await insert(`   ${'x'.repeat(500)}   `);
    await expectRefusal(insert(`${'🙂'.repeat(250)}x`), 'validation-error');
    const texts = (await subject.stored('todos')).map(({ text }) => text).sort();
    expect(texts).toEqual(['x'.repeat(500), '🙂'.repeat(250)].sort());
  });

  add('text that can’t be stored or is invisible is rejected in every field', async (subject) => {
    const [listId, roomId, todoId] = [await subject.list(), await subject.room(), subject.id('todo')];
    const writers = subject.writers();
    await writers.call('todos.insert', { _id: todoId, listId, text: 'x' });
    const before = await storedText(subject);
    for (const { method, input, field } of fields(listId, roomId, todoId)) {
      if (field === '_id') continue;
      for (const text of unfit) {
        const call = writers.call(method, { ...input, [field]: text });
        await expectRefusal(call, 'validation-error');
      }
    }
    expect(await storedText(subject)).toEqual(before);
  });

  add('visible text keeps its invisible characters', async (subject) => {
    const listId = await subject.list();
    const writers = subject.writers();
    for (const text of fit) await writers.call('todos.insert', { _id: subject.id('todo'), listId, text });
    const texts = (await subject.stored('todos')).map(({ text }) => text);
    expect(texts.sort()).toEqual([...fit].sort());
  });

  add('lists: the 1000th is accepted, the 1001st rejected until one is removed', async (subject) => {
    await subject.fill('lists', 999, { name: 'full' });
    const writers = subject.writers();
    const insert = (_id = subject.id('list')) => writers.call('lists.insert', { _id, name: 'one more' });
    await insert('last');
    await expectRefusal(insert(), 'limit-reached');
    await expectRefusal(insert('last'), 'duplicate-id'); // as if its answer had been lost
    await writers.call('lists.remove', { _id: 'full-0' });
    await insert();
    expect((await subject.stored('lists')).length).toBe(1000);
  });

  add('rooms: the 1000th is accepted, the 1001st rejected', async (subject) => {
    await subject.fill('rooms', 999, { name: 'full' });
    const writers = subject.writers();
    const insert = (_id = subject.id('room')) => writers.call('rooms.insert', { _id, name: 'one more' });
    await insert('last');
    await expectRefusal(insert(), 'limit-reached');
    await expectRefusal(insert('last'), 'duplicate-id');
    expect((await subject.stored('rooms')).length).toBe(1000);
  });

  add(
    'todos of one list: the 5000th is accepted, the 5001st rejected until one is removed',
    async (subject) => {
      const [listId, other] = [await subject.list(), await subject.list()];
      await subject.fill('todos', 4999, { listId, text: 'full', done: false });
      const writers = subject.writers();
      const insert = (into: string, _id = subject.id('todo')) =>
        writers.call('todos.insert', { _id, listId: into, text: 'one more' });
      await insert(listId, 'last');
      await expectRefusal(insert(listId), 'limit-reached');
      await expectRefusal(insert(listId, 'last'), 'duplicate-id');
      await insert(other);
      await writers.call('todos.remove', { _id: 'full-0' });
      await insert(listId);
    },
  );

  add('windows and pages: 1, 99 and 100 are accepted, 0 and 101 rejected', async (subject) => {
    const roomId = await subject.room();
    await subject.fill('messages', 103, { roomId, nickname: 'ada', text: 'x' });
    for (const limit of [1, 99, 100]) {
      const peer = await subject.peer();
      const view = await peer.subscribe('messages.byRoom', { roomId, limit });
      expect(view.documents.length).toBe(limit);
      const page = await peer.call('messages.before', { ...anyPage, roomId, createdAt: new Date(), limit });
      expect((page as unknown[]).length).toBe(limit);
    }
    const peer = await subject.peer();
    for (const limit of [0, 101]) {
      await expectRefusal(peer.subscribe('messages.byRoom', { roomId, limit }), 'validation-error');
      await expectRefusal(peer.call('messages.before', { ...anyPage, limit }), 'validation-error');
    }
  });

  add.guard('rates', 'calls and subscriptions: 100 each per window on one connection', async (subject) => {
    const busy = await peerOfOneWindow(subject);
    expect(await callsUntilLimit(() => busy.call('messages.before', anyPage))).toBe(100);
    const subscribe = () => busy.subscribe('todos.byList', { listId: 'nobody' });
    expect(await callsUntilLimit(subscribe)).toBe(100);
  });

  add.guard('rates', "a window is 10 s, and doesn't affect others", async (subject) => {
    const [busy, other] = [await subject.peer(), await subject.peer()];
    const calls = Array.from({ length: 250 }, () => busy.call('messages.before', anyPage));
    const outcomes = await Promise.allSettled(calls);
    const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'too-many-requests' });
    expect(refused.reason.message).toContain('in 10 s');
    await other.call('messages.before', anyPage);
    await other.subscribe('todos.byList', { listId: 'nobody' });
  });

  add.guard('rates', 'after a window as many calls and subscriptions are accepted again', async (subject) => {
    const { url } = await subject.another({ CALLS_WINDOW_MS: '3000' });
    const peer = await subject.peer({ url });
    const call = () => peer.call('messages.before', anyPage);
    const subscribe = () => peer.subscribe('todos.byList', { listId: 'nobody' });
    for (const again of [call, subscribe]) {
      // One after the other: a window may end meanwhile, and MEAN cuts a connection that is refused too often.
      const isLimited = async () => (await codeOf(again())) === 'too-many-requests';
      await vi.waitUntil(isLimited, { timeout: 12_000, interval: 1 });
      // One connection may also have 100 subscriptions at a time.
      await peer.views[0]?.stop();
      await vi.waitFor(again, { timeout: 12_000, interval: 200 });
    }
  });

  add.guard('rates', 'rejected calls also count', async (subject) => {
    const peer = await peerOfOneWindow(subject);
    const refused = () => peer.call('todos.remove', { _id: 'nobody' });
    expect(await callsUntilLimit(refused, 'not-found')).toBe(100);
  });
});

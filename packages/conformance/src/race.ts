import { expect } from 'vitest';
import type { Account } from './accounts/account.ts';
import type { Peer } from './peer.ts';
import type { CollectionName, Subject } from './subject.ts';
import type { Fields } from './wire.ts';

/** How calls were answered: so many by each code, `ok` for a result. */
export type Answers = Record<string, number>;

/** Calls at once, over connections that share them evenly. One connection may make 100 in 10 s. */
export async function atOnce(
  peers: readonly Peer[],
  calls: readonly [name: string, input: Fields][],
): Promise<Answers> {
  const answers: Answers = {};
  await Promise.all(
    calls.map(async ([name, input], n) => {
      const answer = await (peers[n % peers.length] as Peer).call(name, input).then(
        () => 'ok',
        (error) => String(error.code ?? error),
      );
      answers[answer] = (answers[answer] ?? 0) + 1;
    }),
  );
  return answers;
}

/** So many connections to all apps in turn: of guests, unless they show a token. */
export function peersOf(apps: readonly Subject[], count: number, token?: string): Promise<Peer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, n) => (apps[n % apps.length] as Subject).peer({ token })),
  );
}

/** What is bounded: where it is, its limit, and a call that makes one more. */
interface Bounded {
  collection: CollectionName;
  most: number;
  /** Of those that were there before. */
  fields: Fields;
  call(_id: string): [name: string, input: Fields];
}

/** In a list and in a room; private ones are Ada's. */
function boundedBy(place: string, ada?: Pick<Account, 'userId' | 'username'>): Record<string, Bounded> {
  const nickname = 'guest';
  const expiresAt = new Date(Date.now() + 3_600_000);
  const owned = ada && { owner: ada.userId, members: [{ _id: ada.userId, username: ada.username }] };
  return {
    'public lists': {
      collection: 'lists',
      most: 1000,
      fields: { name: 'full' },
      call: (_id) => ['lists.insert', { _id, name: 'one more' }],
    },
    rooms: {
      collection: 'rooms',
      most: 1000,
      fields: { name: 'full' },
      call: (_id) => ['rooms.insert', { _id, name: 'one more' }],
    },
    'todos of a list': {
      collection: 'todos',
      most: 5000,
      fields: { listId: place, text: 'full', done: false },
      call: (_id) => ['todos.insert', { _id, listId: place, text: 'one more' }],
    },
    'people in a room': {
      collection: 'presence',
      most: 200,
      fields: { roomId: place, nickname, expiresAt },
      call: (_id) => ['presence.beat', { _id, roomId: place, nickname }],
    },
    'private lists of an account': {
      collection: 'lists',
      most: 100,
      fields: { name: 'full', ...owned },
      call: (_id) => ['lists.insert', { _id, name: 'one more', private: true }],
    },
  };
}

/**
 * Inserts at once, so many more than there is place for, through all apps.
 * @param missing how many there is place for
 */
export async function race(
  apps: readonly [Subject, ...Subject[]],
  what: string,
  missing: number,
  extra: number,
  connections: number,
): Promise<void> {
  const [one] = apps;
  const ada = what === 'private lists of an account' ? await one.account() : undefined;
  const place = one.id('place');
  const bounded = boundedBy(place, ada)[what] as Bounded;
  const { collection, most, fields, call } = bounded;
  if (collection === 'todos')
    await one.collection('lists').insertOne({ _id: place, name: 'full', createdAt: new Date() });
  if (collection === 'presence')
    await one.collection('rooms').insertOne({ _id: place, name: 'full', createdAt: new Date() });
  if (missing < most) await one.fill(collection, most - missing, fields);
  const peers = await peersOf(apps, connections, ada?.token);
  const calls = Array.from({ length: missing + extra }, () => call(one.id('one-more')));
  expect(await atOnce(peers, calls), what).toEqual({ ok: missing, 'limit-reached': extra });
  expect((await one.stored(collection, ada ? { owner: ada.userId } : {})).length, what).toBe(most);
}

/** What is in a list or a room that isn't there. */
export async function orphans(subject: Subject): Promise<string[]> {
  const [lists, rooms] = await Promise.all([subject.stored('lists'), subject.stored('rooms')]);
  const there = new Set([...lists, ...rooms].map(({ _id }) => _id));
  const within = await Promise.all([
    subject.stored('todos'),
    subject.stored('messages'),
    subject.stored('presence'),
  ]);
  return within
    .flat()
    .filter(({ listId, roomId }) => !there.has(String(listId ?? roomId)))
    .map(({ _id }) => _id);
}

/** Lists that are removed while many write into them. */
export async function removeLists(apps: readonly [Subject, ...Subject[]], count: number): Promise<void> {
  const [one] = apps;
  const peers = await peersOf(apps, 14);
  const listIds = Array.from({ length: count }, () => one.id('list'));
  await atOnce(
    peers,
    listIds.map((_id) => ['lists.insert', { _id, name: 'soon gone' }]),
  );
  const answers: Answers[] = [];
  for (const listId of listIds) {
    const calls = Array.from({ length: 40 }, (): [string, Fields] => [
      'todos.insert',
      { _id: one.id('todo'), listId, text: 'late' },
    ]);
    calls.splice(20, 0, ['lists.remove', { _id: listId }]);
    answers.push(await atOnce(peers, calls));
  }
  expect(await orphans(one)).toEqual([]);
  for (const { ok = 0, 'not-found': refused = 0, ...others } of answers) {
    expect([ok + refused, others]).toEqual([41, {}]);
  }
}

/** Rooms that are removed while many come in and speak. */
export async function removeRooms(apps: readonly [Subject, ...Subject[]], count: number): Promise<void> {
  const [one] = apps;
  const peers = await peersOf(apps, 10);
  const roomIds = Array.from({ length: count }, () => one.id('room'));
  await atOnce(
    peers,
    roomIds.map((_id) => ['rooms.insert', { _id, name: 'soon gone' }]),
  );
  for (const roomId of roomIds) {
    const calls = Array.from({ length: 40 }, (_, n): [string, Fields] =>
      n < 10
        ? ['presence.beat', { _id: one.id('presence'), roomId, nickname: 'late' }]
        : ['messages.send', { _id: one.id('message'), roomId, nickname: 'late', text: 'hello' }],
    );
    calls.splice(20, 0, ['rooms.remove', { _id: roomId }]);
    const { ok = 0, 'not-found': refused = 0, ...others } = await atOnce(peers, calls);
    expect([ok + refused, others]).toEqual([41, {}]);
  }
  expect(await orphans(one)).toEqual([]);
}

/** A call that goes twice, since its answer was lost: the second time through whichever app. */
export async function callTwice(first: Subject, second: Subject): Promise<void> {
  const listId = await first.list();
  const [ada, again] = [await first.peer(), await second.peer()];
  const [one, two, three] = [first.id('todo'), first.id('todo'), first.id('todo')];
  for (const _id of [one, two, three]) await ada.call('todos.insert', { _id, listId, text: _id });
  const done = async () => {
    const todos = await first.stored('todos', { listId });
    return Object.fromEntries(todos.map((todo) => [todo._id, todo.done]));
  };

  const setAll = { listId, done: true, callId: first.id('call') };
  expect(await ada.call('todos.setAllDone', setAll)).toBe(3);
  await ada.call('todos.setDone', { _id: one, done: false });
  expect(await again.call('todos.setAllDone', setAll)).toBe(3);
  expect(await done()).toEqual({ [one]: false, [two]: true, [three]: true });

  const removeDone = { listId, callId: first.id('call') };
  expect(await ada.call('todos.removeDone', removeDone)).toBe(2);
  await ada.call('todos.setDone', { _id: one, done: true });
  expect(await again.call('todos.removeDone', removeDone)).toBe(2);
  expect(await done()).toEqual({ [one]: true });

  // Another call is another call, and so is one without an id.
  expect(await again.call('todos.setAllDone', { ...setAll, done: false, callId: first.id('call') })).toBe(1);
  expect(await again.call('todos.setAllDone', { listId, done: true })).toBe(1);
  expect(await again.call('todos.removeDone', { listId })).toBe(1);
}

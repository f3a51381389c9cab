import { expect } from 'vitest';
import type { Account } from '../accounts/account.ts';
import { feature } from '../feature.ts';
import type { Peer } from '../peer.ts';
import type { CollectionName, Subject } from '../subject.ts';
import type { Fields } from '../wire.ts';

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

/** So many connections of guests, to all apps in turn. */
export function guests(apps: readonly Subject[], count: number): Promise<Peer[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => (apps[n % apps.length] as Subject).peer()));
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
  const peers = ada
    ? await Promise.all(
        Array.from({ length: connections }, (_, n) =>
          (apps[n % apps.length] as Subject).peer({ token: ada.token }),
        ),
      )
    : await guests(apps, connections);
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
  const peers = await guests(apps, 14);
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
  const peers = await guests(apps, 10);
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

const places: [what: string, missing: number, connections: number][] = [
  ['public lists', 1, 6],
  ['rooms', 210, 6],
  ['todos of a list', 1, 6],
  ['people in a room', 45, 75],
  ['private lists of an account', 25, 6],
];

export const exact = feature('limits, exactly', (add) => {
  for (const [what, missing, connections] of places) {
    add(`${what}: of many inserts at once, as many are taken as there is place for`, (subject) =>
      race([subject], what, missing, connections > 6 ? connections - missing : 90, connections),
    );
  }

  add(
    'who goes to another room takes a place there, and keeps the old one if there is none',
    async (subject) => {
      const [from, into] = [await subject.room(), await subject.room()];
      const expiresAt = new Date(Date.now() + 3_600_000);
      await subject.fill('presence', 200, { roomId: into, nickname: 'guest', expiresAt });
      const [peer, other] = await guests([subject], 2);
      const _id = subject.id('presence');
      const beat = (by: Peer | undefined, roomId: string) =>
        atOnce([by as Peer], [['presence.beat', { _id, roomId, nickname: 'ada' }]]);
      expect(await beat(peer, from)).toEqual({ ok: 1 });
      expect(await beat(peer, into)).toEqual({ 'limit-reached': 1 });
      expect(await subject.stored('presence', { _id })).toMatchObject([{ roomId: from }]);
      expect(await beat(peer, from)).toEqual({ ok: 1 });
      await subject.collection('presence').deleteOne({ _id: 'full-0' });
      expect(await beat(peer, into)).toEqual({ ok: 1 });
      expect(await beat(other, into)).toEqual({ 'not-owner': 1 });
      expect((await subject.stored('presence', { roomId: into })).length).toBe(200);
    },
  );

  add('who has expired takes a place as anybody else', async (subject) => {
    const roomId = await subject.room();
    const peer = await subject.peer();
    const _id = subject.id('presence');
    const beat = () => atOnce([peer], [['presence.beat', { _id, roomId, nickname: 'ada' }]]);
    expect(await beat()).toEqual({ ok: 1 });
    await subject.collection('presence').deleteOne({ _id });
    const expiresAt = new Date(Date.now() + 3_600_000);
    await subject.fill('presence', 200, { roomId, nickname: 'guest', expiresAt });
    expect(await beat()).toEqual({ 'limit-reached': 1 });
    await subject.collection('presence').deleteOne({ _id: 'full-0' });
    expect(await beat()).toEqual({ ok: 1 });
  });

  add('a connection is in a room once, and in ten rooms at most', async (subject) => {
    const peer = await subject.peer();
    const rooms = await Promise.all(Array.from({ length: 11 }, () => subject.room()));
    const beat = (_id: string, roomId: string | undefined) =>
      atOnce([peer], [['presence.beat', { _id, roomId: String(roomId), nickname: 'ada' }]]);
    const ids = rooms.map(() => subject.id('presence'));
    for (const [n, _id] of ids.slice(0, 10).entries()) expect(await beat(_id, rooms[n])).toEqual({ ok: 1 });
    expect(await beat(subject.id('presence'), rooms[0])).toEqual({ 'limit-reached': 1 });
    expect(await beat(String(ids[10]), rooms[10])).toEqual({ 'limit-reached': 1 });
    await peer.call('presence.leave', { _id: ids[0] });
    expect(await beat(String(ids[10]), rooms[10])).toEqual({ ok: 1 });
    expect((await subject.stored('presence')).length).toBe(10);
  });

  add('to leave as somebody who isn’t there is nothing to do', async (subject) => {
    const peer = await subject.peer();
    expect(await peer.call('presence.leave', { _id: 'nobody' })).toBeNull();
  });

  add('of a list that is removed while many write into it nothing is left', (subject) =>
    removeLists([subject], 6),
  );

  add('of a room that is removed while many are there nothing is left', (subject) =>
    removeRooms([subject], 5),
  );

  add('of an account that is deleted while it writes nothing is left', async (subject) => {
    const ada = await subject.account();
    const peers = await Promise.all(Array.from({ length: 6 }, () => ada.peer()));
    const listId = await ada.list();
    const roomId = await subject.room();
    const writing = atOnce(
      peers,
      Array.from(
        { length: 180 },
        (_, n): [string, Fields] =>
          [
            ['lists.insert', { _id: subject.id('list'), name: 'late', private: true }],
            ['todos.insert', { _id: subject.id('todo'), listId, text: 'late' }],
            ['messages.send', { _id: subject.id('message'), roomId, nickname: 'ada', text: 'late' }],
          ][n % 3] as [string, Fields],
      ),
    );
    await subject.accounts().remove(ada, ada.password);
    await writing;
    // What was under way when its connection was closed is taken back soon after.
    await expect
      .poll(
        async () => [
          await orphans(subject),
          await subject.stored('lists', { owner: ada.userId }),
          await subject.stored('messages', { userId: ada.userId }),
        ],
        { timeout: 5000 },
      )
      .toEqual([[], [], []]);
  });

  add('a call with an id that is asked for again changes nothing, and is answered as it was', (subject) =>
    callTwice(subject, subject),
  );

  add('of two calls with one id at once one is done, and both are answered', async (subject) => {
    const listId = await subject.list();
    const peers = await guests([subject], 8);
    await peers[0]?.call('todos.insert', { _id: subject.id('todo'), listId, text: 'x' });
    const callId = subject.id('call');
    const counts = await Promise.all(
      peers.map((peer, n) => peer.call('todos.setAllDone', { listId, done: n % 2 === 0, callId })),
    );
    expect(new Set(counts).size).toBe(1);
    const [first] = counts;
    // Whoever came first decided: to a todo that wasn't done that is one change or none.
    expect(await subject.stored('todos', { listId })).toMatchObject([{ done: first === 1 }]);
  });

  add('calls of two callers may have the same id', async (subject) => {
    const ada = await subject.account();
    const listId = await subject.list();
    const guest = await subject.peer();
    await guest.call('todos.insert', { _id: subject.id('todo'), listId, text: 'x' });
    const callId = subject.id('call');
    expect(await guest.call('todos.setAllDone', { listId, done: true, callId })).toBe(1);
    expect(await (await ada.peer()).call('todos.setAllDone', { listId, done: false, callId })).toBe(1);
  });
});

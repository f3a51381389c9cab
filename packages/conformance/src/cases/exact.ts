import { expect } from 'vitest';
import { feature } from '../feature.ts';
import type { Peer } from '../peer.ts';
import { atOnce, callTwice, orphans, peersOf, race, removeLists, removeRooms } from '../race.ts';
import type { Fields } from '../wire.ts';

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
      const [peer, other] = await peersOf([subject], 2);
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
    const peers = await peersOf([subject], 8);
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

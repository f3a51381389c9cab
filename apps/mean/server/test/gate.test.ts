import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toWire, type User } from '@meteor-vs-mean/contract';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { modes } from '../src/index.ts';
import { Person } from './accounts-client.ts';
import {
  type Client,
  call,
  createdAt,
  Follower,
  guardedBy,
  type Stored,
  send,
  startApp,
  type TestApp,
} from './app.ts';

let testbed: Testbed;
const generous = guardedBy({ signUpsPerAddress: { count: 1000, per_ms: 60_000 } });

beforeAll(async () => {
  testbed = await openTestbed();
});
afterAll(() => testbed?.close());

const todo = (_id: string, listId: string, ms = 0) => ({
  _id,
  listId,
  text: _id,
  done: false,
  createdAt: createdAt(ms),
});

describe('a user who gets or loses access to a list, by writes straight to MongoDB,', () => {
  let server: TestApp;
  let bob: Client;
  let members: Record<'ada' | 'bob' | 'eve', { _id: string; username: string }>;
  const persons: Person[] = [];
  beforeAll(async () => {
    server = await startApp(testbed, generous);
    for (const name of ['ada', 'bob', 'eve']) persons.push(await Person.signedUp(server, name));
    bob = await (persons[1] as Person).connect();
    const users = await server.db.collection<User>('users').find().toArray();
    members = Object.fromEntries(
      users.map(({ _id, username }) => [username, { _id, username }]),
    ) as typeof members;
  });
  afterAll(() => server?.stop());

  const lists = () => server.db.collection<Stored>('lists');
  const todos = () => server.db.collection<Stored>('todos');
  const withBob = () => [members.ada, members.bob];
  async function make(_id: string, who = [members.ada], count = 2): Promise<void> {
    await lists().insertOne({
      _id,
      name: _id,
      createdAt: createdAt(0),
      owner: members.ada._id,
      members: who,
    });
    if (count > 0)
      await todos().insertMany(Array.from({ length: count }, (_, k) => todo(`${_id}-${k}`, _id, k)));
  }
  const follow = (listId: string, socket = bob) => Follower.subscribe(socket, 'todos.byList', { listId });
  /** Resolves once the server has processed all earlier writes. */
  async function settle(): Promise<void> {
    const marker = await Follower.subscribe(bob, 'rooms.all');
    const _id = randomUUID();
    await server.db.collection<Stored>('rooms').insertOne({ _id, name: 'n', createdAt: createdAt(0) });
    await marker.until(({ documents }) => documents.has(_id));
    await send(bob, 'unsubscribe', marker.channel);
  }

  test('gets a snapshot when let in, then changes, and a removed for each document when put out', async () => {
    await make('in-out');
    const follower = await follow('in-out');
    expect([follower.channel, follower.ids]).toEqual(['todos.byList:in-out', []]);
    await todos().insertOne(todo('in-out-2', 'in-out', 2)); // not sent to this subscriber
    await lists().updateOne({ _id: 'in-out' }, { $push: { members: members.bob } } as object);
    await follower.until(({ documents }) => documents.size === 3);
    await todos().updateOne({ _id: 'in-out-0' }, { $set: { done: true } });
    await todos().insertOne(todo('in-out-3', 'in-out', 3));
    await follower.until(({ documents }) => documents.size === 4);
    await lists().updateOne({ _id: 'in-out' }, { $pull: { members: { _id: members.bob._id } } } as object);
    await follower.until(({ documents }) => documents.size === 0);
    await todos().insertOne(todo('in-out-4', 'in-out', 4));
    await todos().deleteOne({ _id: 'in-out-0' });
    await settle();
    expect(follower.short).toEqual([
      ...['added in-out-0', 'added in-out-1', 'added in-out-2', 'changed in-out-0', 'added in-out-3'],
      ...['removed in-out-0', 'removed in-out-1', 'removed in-out-2', 'removed in-out-3'],
    ]);
    expect(server.app.io.sockets.adapter.rooms.has('todos.byList:in-out')).toBe(false);
  });

  test('is let in and put out by any update of an array', async () => {
    await make('array');
    const follower = await follow('array');
    const mine = await Follower.subscribe(bob, 'lists.mine');
    const inAndOut = async (into: object, out: object) => {
      await lists().updateOne({ _id: 'array' }, into);
      await follower.until(({ documents }) => documents.size === 2);
      await mine.until(({ documents }) => documents.has('array'));
      expect(mine.documents.get('array')).toEqual(toWire(await lists().findOne({ _id: 'array' })));
      await lists().updateOne({ _id: 'array' }, out);
      await follower.until(({ documents }) => documents.size === 0);
      await mine.until(({ documents }) => !documents.has('array'));
      follower.check();
      mine.check();
    };
    await inAndOut({ $push: { members: members.bob } }, { $pop: { members: 1 } });
    await inAndOut({ $set: { members: withBob() } }, { $set: { members: [members.ada] } });
    await inAndOut(
      { $push: { members: { $each: [members.bob], $position: 0 } } },
      { $pull: { members: { username: 'bob' } } },
    );
    await inAndOut(
      { $push: { members: { $each: [members.eve, members.bob] } } },
      { $set: { 'members.2': members.eve } },
    );
    await inAndOut({ $set: { 'members.1': members.bob } }, { $set: { 'members.1._id': 'another' } });
    await inAndOut({ $set: { 'members.1._id': members.bob._id } }, { $unset: { 'members.1._id': '' } });
  });

  test('is everybody when the list becomes public, and nobody when it is removed', async () => {
    await make('public', withBob());
    const guest = await server.connect();
    const [member, other] = [await follow('public'), await follow('public', guest)];
    expect([member.ids.length, other.ids.length]).toEqual([2, 0]);
    await lists().updateOne({ _id: 'public' }, { $unset: { owner: '', members: '' } });
    await other.until(({ documents }) => documents.size === 2);
    await lists().deleteOne({ _id: 'public' });
    for (const follower of [member, other]) await follower.until(({ documents }) => documents.size === 0);
    await make('public', withBob(), 0);
    await member.until(({ documents }) => documents.size === 2);
    await settle();
    for (const follower of [member, other]) follower.check();
    expect(other.ids).toEqual([]);
  });

  test('doesn’t affect others: those who keep access get no message', async () => {
    await make('stays', withBob());
    const ada = await (persons[0] as Person).connect();
    const [owner, member] = [await follow('stays', ada), await follow('stays')];
    await lists().updateOne({ _id: 'stays' }, { $set: { members: [members.ada] } });
    await member.until(({ documents }) => documents.size === 0);
    await lists().updateOne({ _id: 'stays' }, { $set: { name: 'renamed' } });
    await todos().insertOne(todo('stays-2', 'stays', 2));
    await owner.until(({ documents }) => documents.size === 3);
    expect(owner.short).toEqual(['added stays-2']);
    expect(member.short).toEqual(['removed stays-0', 'removed stays-1']);
  });

  test('has its subscriptions counted, with and without access', async () => {
    await make('counted', withBob());
    const socket = await (persons[1] as Person).connect();
    const follower = await follow('counted', socket);
    expect(await send(socket, 'subscribe', 'todos.byList', { listId: 'counted' })).toMatchObject({
      result: { documents: [{ _id: 'counted-0' }, { _id: 'counted-1' }] },
    });
    await lists().updateOne({ _id: 'counted' }, { $set: { members: [members.ada] } });
    await follower.until(({ documents }) => documents.size === 0);
    await send(socket, 'unsubscribe', follower.channel);
    await lists().updateOne({ _id: 'counted' }, { $set: { members: withBob() } });
    await follower.until(({ documents }) => documents.size === 2); // the other subscription still exists
    await send(socket, 'unsubscribe', follower.channel);
    await lists().updateOne({ _id: 'counted' }, { $set: { members: [members.ada] } });
    await lists().updateOne({ _id: 'counted' }, { $set: { members: withBob() } });
    await settle();
    expect(follower.frames).toHaveLength(4);
    follower.check();
  });

  test('leaves no trace after unsubscribing before the answer', async () => {
    await make('left', withBob());
    await follow('left', await (persons[1] as Person).connect()); // another subscriber stays
    const socket = await (persons[1] as Person).connect();
    const frames: unknown[] = [];
    socket.on('added', (...frame) => frames.push(frame));
    const first = send(socket, 'subscribe', 'todos.byList', { listId: 'left' });
    await Promise.all([first, send(socket, 'unsubscribe', 'todos.byList:left')]);
    expect((await follow('left', socket)).ids).toEqual(['left-0', 'left-1']);
    expect(frames).toEqual([]);
  });

  test('gets what is right when the snapshot is ready, however often access changes before', async () => {
    const { channels } = await server.health();
    for (let k = 0; k < 25; k++) {
      const listId = `race-${k}`;
      await make(listId, k % 2 ? withBob() : [members.ada]);
      const socket = await (persons[1] as Person).connect();
      let isOver = false;
      const flipping = (async () => {
        for (let step = k; !isOver; step++) {
          await lists().updateOne(
            { _id: listId },
            { $set: { members: step % 2 ? [members.ada] : withBob() } },
          );
          await todos().insertOne(todo(`${listId}-x${step}`, listId, 10 + step));
        }
      })();
      if (k % 5 === 0) {
        // Removed or unsubscribed while the view is loading.
        socket.emit('subscribe', 'todos.byList', { listId }, () => {});
        await sleep(k % 3);
        if (k % 2) socket.close();
        else await send(socket, 'unsubscribe', `todos.byList:${listId}`);
        isOver = true;
        await flipping;
        socket.close();
        continue;
      }
      const follower = await follow(listId, socket);
      const again = send(socket, 'subscribe', 'todos.byList', { listId });
      await sleep(20);
      isOver = true;
      await Promise.all([flipping, again]);
      for (const who of [withBob(), [members.ada], withBob()]) {
        await lists().updateOne({ _id: listId }, { $set: { members: who } });
        const stored = await todos().find({ listId }).sort({ _id: 1 }).toArray();
        const expected = who.length === 2 ? toWire(stored) : [];
        await vi.waitFor(() => expect(follower.sorted).toEqual(expected), { timeout: 5000, interval: 5 });
      }
      follower.check();
      socket.close();
    }
    await expect.poll(async () => (await server.health()).channels).toBe(channels);
  });

  test('is checked again when writes may have been missed', async () => {
    await make('resync', withBob());
    const guest = await server.connect();
    await server.addLists('resync-public');
    const [member, other] = [await follow('resync'), await follow('resync-public', guest)];
    await lists().drop();
    await member.until(({ documents }) => documents.size === 0);
    await make('resync', withBob(), 0);
    await member.until(({ documents }) => documents.size === 2);
    for (const follower of [member, other]) follower.check();
  });
});

describe.each(modes)('a list, in mode %s', (mode) => {
  test('lets in and puts out by the methods alone', async () => {
    const server = await startApp(testbed, { mode, ...generous });
    try {
      const ada = await (await Person.signedUp(server, 'ada')).connect();
      const bob = await (await Person.signedUp(server, 'bob')).connect();
      const follower = await Follower.subscribe(bob, 'todos.byList', { listId: 'l' });
      await call(ada, 'lists.insert', { _id: 'l', name: 'l', private: true });
      await call(ada, 'todos.insert', { _id: 't1', listId: 'l', text: 'x' });
      for (let round = 0; round < 3; round++) {
        await call(ada, 'lists.share', { _id: 'l', username: 'bob' });
        await follower.until(({ documents }) => documents.has('t1'));
        await call(bob, 'todos.insert', { _id: `b${round}`, listId: 'l', text: 'x' });
        await follower.until(({ documents }) => documents.has(`b${round}`));
        await call(ada, 'lists.unshare', { _id: 'l', username: 'bob' });
        await follower.until(({ documents }) => documents.size === 0);
        await call(ada, 'todos.insert', { _id: `a${round}`, listId: 'l', text: 'x' });
      }
      follower.check();
      expect(follower.frames.filter(([event]) => event === 'added')).toHaveLength(2 + 4 + 6);
    } finally {
      await server.stop();
    }
  });
});

test.each(['websocket', 'polling'])(
  'a full list is one packet to a user who is put out or let in: %s',
  async (transport) => {
    const server = await startApp(testbed, generous);
    try {
      await server.addLists('full');
      const many = Array.from({ length: 100 }, (_, k) => todo(`語 ${k}`, 'full', k));
      await server.db.collection<Stored>('todos').insertMany(many);
      const socket = await server.connect({ transports: [transport] });
      const follower = await Follower.subscribe(socket, 'todos.byList', { listId: 'full' });
      let packets = 0;
      const [conn] = [...server.app.io.sockets.sockets.values()].map((each) => each.conn);
      conn?.on('packetCreate', ({ type }) => {
        if (type === 'message') packets++;
      });
      await server.db.collection<Stored>('lists').deleteOne({ _id: 'full' });
      await follower.until(({ documents }) => documents.size === 0);
      await server.addLists('full');
      await follower.until(({ documents }) => documents.size === 100);
      follower.check();
      expect(follower.sorted).toEqual(toWire(many.sort((a, b) => (a._id < b._id ? -1 : 1))));
      expect(follower.frames).toHaveLength(200);
      expect(packets).toBe(2);
    } finally {
      await server.stop();
    }
  },
);

test('a full list is taken from many at once, and shown to many at once, and nobody is a slow consumer', async () => {
  const server = await startApp(testbed, generous);
  try {
    await server.addLists('full');
    await server.db
      .collection<Stored>('todos')
      .insertMany(Array.from({ length: 5000 }, (_, k) => todo(`f${k}`, 'full', k)));
    const followers: Follower[] = [];
    for (let k = 0; k < 5; k++) {
      followers.push(await Follower.subscribe(await server.connect(), 'todos.byList', { listId: 'full' }));
    }
    await server.db.collection<Stored>('lists').deleteOne({ _id: 'full' });
    for (const follower of followers) await follower.until(({ documents }) => documents.size === 0);
    await server.addLists('full');
    for (const follower of followers) {
      await follower.until(({ documents }) => documents.size === 5000);
      follower.check();
    }
    expect((await server.health()).slowConsumers).toBe(0);
  } finally {
    await server.stop();
  }
});

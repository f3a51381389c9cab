import { randomUUID } from 'node:crypto';
import { access, limits, type MethodName, type User, type WireDocument } from '@meteor-vs-mean/contract';
import { type Mongo, startMongo } from '@meteor-vs-mean/mongo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attempts } from '../src/accounts/throttle.ts';
import { modes } from '../src/index.ts';
import { Person } from './accounts-client.ts';
import { type Client, call, createdAt, Follower, type Stored, startApp, type TestApp } from './app.ts';

let mongo: Mongo;
const generous = { attempts: { ...attempts, signUpsPerAddress: { count: 1000, per_ms: 60_000 } } };

beforeAll(async () => {
  mongo = await startMongo();
});
afterAll(() => mongo?.stop());

function memberCount(list: WireDocument | undefined): number | undefined {
  return (list?.members as unknown[] | undefined)?.length;
}

describe.each(modes)('a private list, in mode %s', (mode) => {
  let server: TestApp;
  const people = new Map<string, Person>();
  const sockets = new Map<string, Client>();
  beforeAll(async () => {
    server = await startApp(mongo, { mode, ...generous });
    for (const name of ['ada', 'bob', 'eve']) {
      const person = await Person.signedUp(server, name);
      people.set(name, person);
      sockets.set(name, await person.connect());
    }
    sockets.set('guest', await server.connect());
    people.set('guest', new Person(server));
  });
  afterAll(() => server?.stop());

  const as = (name: string, method: string, input: unknown) =>
    call(sockets.get(name) as Client, method, input);
  const follow = (name: string, publication: string, params: unknown = {}) =>
    Follower.subscribe(sockets.get(name) as Client, publication, params);
  const lists = () => server.db.collection<Stored>('lists');
  const idOf = async (username: string) =>
    (await server.db.collection<User>('users').findOne({ username }))?._id;
  async function make(_id: string): Promise<void> {
    await as('ada', 'lists.insert', { _id, name: _id, private: true });
    await as('ada', 'todos.insert', { _id: `${_id}-todo`, listId: _id, text: 'mine' });
  }

  test('is its owner’s, and for nobody else there', async () => {
    await make('own');
    const owner = await idOf('ada');
    expect(await lists().findOne({ _id: 'own' })).toEqual({
      _id: 'own',
      name: 'own',
      createdAt: expect.any(Date),
      owner,
      members: [{ _id: owner, username: 'ada' }],
    });
    expect((await follow('ada', 'lists.mine')).ids).toContain('own');
    expect((await follow('ada', 'todos.byList', { listId: 'own' })).ids).toEqual(['own-todo']);
    for (const other of ['bob', 'guest']) {
      expect((await follow(other, 'lists.mine')).ids).toEqual([]);
      expect((await follow(other, 'lists.all')).ids).toEqual([]);
      expect((await follow(other, 'todos.byList', { listId: 'own' })).ids).toEqual([]);
      const person = people.get(other) as Person;
      expect((await person.ask('GET', '/api/lists/mine')).body).toEqual([]);
      expect((await person.ask('GET', '/api/lists')).body).toEqual([]);
      expect((await person.ask('GET', '/api/lists/own/todos')).body).toEqual([]);
    }
    const ada = people.get('ada') as Person;
    expect((await ada.ask('GET', '/api/lists/mine')).body).toMatchObject([{ _id: 'own' }]);
    expect((await ada.ask('GET', '/api/lists/own/todos')).body).toMatchObject([{ _id: 'own-todo' }]);
    await expect(as('guest', 'lists.insert', { _id: 'g', name: 'g', private: true })).rejects.toThrow(
      'not-authorized',
    );
  });

  test('lets in by every method whom the contract says, and is not there for others', async () => {
    await make('table');
    await as('ada', 'lists.share', { _id: 'table', username: 'BOB' });
    const inputs: Partial<Record<MethodName, object>> = {
      'lists.rename': { name: 'new' },
      'lists.remove': {},
      'lists.share': { username: 'eve' },
      'lists.unshare': { username: 'eve' },
      'todos.insert': { _id: 'another', text: 'x' },
      'todos.setText': { text: 'x' },
      'todos.setDone': { done: true },
      'todos.setAllDone': { done: true },
      'todos.removeDone': {},
      'todos.remove': {},
    };
    const guarded = Object.entries(access).filter(
      ([name, rule]) => rule.for === 'owner' || (rule.for === 'member' && name !== 'todos.byList'),
    );
    expect(guarded.map(([name]) => name).sort()).toEqual(Object.keys(inputs).sort());
    for (const [name, rule] of guarded) {
      const id =
        'list' in rule ? { [rule.list]: 'table' } : 'todo' in rule ? { [rule.todo]: 'table-todo' } : {};
      const input = { ...inputs[name as MethodName], ...id };
      for (const other of ['eve', 'guest']) {
        await expect(as(other, name, input), `${name} by ${other}`).rejects.toThrow('not-found');
      }
      if (rule.for === 'owner')
        await expect(as('bob', name, input), `${name} by bob`).rejects.toThrow('not-authorized');
    }
    await as('bob', 'todos.insert', { _id: 'bobs', listId: 'table', text: 'x' });
    await as('bob', 'todos.setText', { _id: 'bobs', text: 'y' });
    await as('bob', 'todos.setDone', { _id: 'bobs', done: true });
    expect(await as('bob', 'todos.setAllDone', { listId: 'table', done: true })).toBe(1);
    await as('bob', 'todos.remove', { _id: 'bobs' });
    expect(await as('bob', 'todos.removeDone', { listId: 'table' })).toBe(1);
  });

  test('is shared and unshared by name, in any case', async () => {
    await make('shared');
    const mine = await follow('bob', 'lists.mine');
    await as('ada', 'lists.share', { _id: 'shared', username: 'Bob' });
    await mine.until(({ documents }) => documents.has('shared'));
    expect(mine.documents.get('shared')).toMatchObject({
      members: [{ username: 'ada' }, { username: 'bob' }],
    });
    expect(await as('ada', 'lists.share', { _id: 'shared', username: 'bob' })).toBeNull();
    await expect(as('ada', 'lists.share', { _id: 'shared', username: 'nobody' })).rejects.toThrow(
      'not-found',
    );
    await as('ada', 'lists.share', { _id: 'shared', username: 'eve' });
    await mine.until(({ documents }) => memberCount(documents.get('shared')) === 3);
    for (const [who, username] of [
      ['bob', 'eve'],
      ['bob', 'ada'],
      ['bob', 'nobody'],
      ['ada', 'ada'],
    ] as const) {
      await expect(as(who, 'lists.unshare', { _id: 'shared', username })).rejects.toThrow('not-authorized');
    }
    expect(await as('ada', 'lists.unshare', { _id: 'shared', username: 'nobody' })).toBeNull();
    await as('eve', 'lists.unshare', { _id: 'shared', username: 'EVE' });
    await mine.until(({ documents }) => memberCount(documents.get('shared')) === 2);
    await as('ada', 'lists.unshare', { _id: 'shared', username: 'bob' });
    await mine.until(({ documents }) => !documents.has('shared'));
    mine.check();
    // A public one is everybody's already.
    await server.addLists('public');
    for (const method of ['lists.share', 'lists.unshare']) {
      await expect(as('guest', method, { _id: 'public', username: 'bob' })).rejects.toThrow('not-authorized');
    }
    expect(await lists().findOne({ _id: 'public' })).not.toHaveProperty('members');
  });

  test('is shared with many at once, and with no more than may be', async () => {
    await make('crowd');
    const owner = await idOf('ada');
    const strangers = Array.from({ length: limits.membersPerList - 2 }, (_, k) => ({
      _id: `s${k}`,
      username: `s${k}`,
    }));
    await lists().updateOne(
      { _id: 'crowd' },
      { $set: { members: [{ _id: owner, username: 'ada' }, ...strangers] } },
    );
    const outcomes = await Promise.allSettled(
      ['bob', 'eve', 'bob', 'eve'].map((username) => as('ada', 'lists.share', { _id: 'crowd', username })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect((await lists().findOne({ _id: 'crowd' }))?.members).toHaveLength(limits.membersPerList);
  });

  test('is one of so many that an account may own; public ones are counted apart', async () => {
    const [owner, count] = [await idOf('eve'), limits.listsPerAccount - 1];
    const member = { _id: owner, username: 'eve' };
    await lists().insertMany(
      Array.from({ length: count }, (_, k) => ({
        _id: `e${k}`,
        name: 'n',
        createdAt: createdAt(k),
        owner,
        members: [member],
      })),
    );
    await as('eve', 'lists.insert', { _id: 'e-last', name: 'n', private: true });
    await expect(as('eve', 'lists.insert', { _id: 'e-past', name: 'n', private: true })).rejects.toThrow(
      'limit-reached',
    );
    await as('eve', 'lists.insert', { _id: 'e-public', name: 'n' });
  });
});

describe.each(modes)('a deleted account, in mode %s', (mode) => {
  test('takes its private lists along, leaves others’, and its messages lose its name', async () => {
    const server = await startApp(mongo, { mode, ...generous }, `deleted-${randomUUID()}`);
    try {
      const [ada, bob] = [await Person.signedUp(server, 'ada'), await Person.signedUp(server, 'bob')];
      const [adas, bobs] = [await ada.connect(), await bob.connect()];
      await call(adas, 'lists.insert', { _id: 'adas', name: 'n', private: true });
      await call(adas, 'todos.insert', { _id: 't', listId: 'adas', text: 'x' });
      await call(adas, 'lists.share', { _id: 'adas', username: 'bob' });
      await call(bobs, 'lists.insert', { _id: 'bobs', name: 'n', private: true });
      await call(bobs, 'lists.share', { _id: 'bobs', username: 'ada' });
      await call(adas, 'lists.insert', { _id: 'public', name: 'n' });
      await call(adas, 'rooms.insert', { _id: 'r', name: 'Room' });
      await call(adas, 'messages.send', { _id: 'm', roomId: 'r', nickname: 'whatever', text: 'hello' });
      const mine = await Follower.subscribe(bobs, 'lists.mine');
      const todos = await Follower.subscribe(bobs, 'todos.byList', { listId: 'adas' });
      const messages = await Follower.subscribe(bobs, 'messages.byRoom', { roomId: 'r', limit: 10 });
      expect(messages.documents.get('m')).toMatchObject({ nickname: 'ada', userId: expect.any(String) });
      expect(await ada.try('DELETE', '/api/account', { password: 'wrong' })).toEqual([403, '403']);
      expect(await ada.try('DELETE', '/api/account', { password: 'ada-password' })).toEqual([204]);
      await mine.until(({ ids }) => ids.join() === 'bobs');
      await mine.until(({ documents }) => memberCount(documents.get('bobs')) === 1);
      await todos.until(({ documents }) => documents.size === 0);
      await messages.until(({ documents }) => documents.get('m')?.nickname === 'deleted account');
      expect(messages.documents.get('m')).not.toHaveProperty('userId');
      for (const follower of [mine, todos, messages]) follower.check();
      const count = (name: string) => server.db.collection(name).countDocuments();
      expect(await Promise.all(['users', 'lists', 'todos', 'messages'].map(count))).toEqual([1, 2, 0, 1]);
      expect(
        await new Person(server).try('POST', '/api/session', { username: 'ada', password: 'ada-password' }),
      ).toEqual([403, '403']);
      await Person.signedUp(server, 'Ada'); // the name is free again
    } finally {
      await server.stop();
    }
  });
});

test('a guest can’t go by the name of an account, whatever it looks like', async () => {
  const server = await startApp(mongo, generous);
  try {
    const ada = await (await Person.signedUp(server, 'Ada')).connect();
    const guest = await server.connect();
    await call(ada, 'rooms.insert', { _id: 'r', name: 'Room' });
    const say = (socket: Client, nickname: string) =>
      call(socket, 'messages.send', { _id: randomUUID(), roomId: 'r', nickname, text: 'x' });
    const beat = (socket: Client, nickname: string) =>
      call(socket, 'presence.beat', { _id: randomUUID(), roomId: 'r', nickname });
    for (const nickname of ['Ada', 'aDA', ' ada ', '\uff21da', 'ad\u200ba']) {
      await expect(say(guest, nickname), nickname).rejects.toThrow('name-taken');
      await expect(beat(guest, nickname), nickname).rejects.toThrow('name-taken');
    }
    for (const nickname of ['Adam', 'ada l', 'Ädä', '🙂', 'a']) await say(guest, nickname);
    await expect(
      call(guest, 'messages.send', { _id: 'm', roomId: 'no', nickname: 'ada', text: 'x' }),
    ).rejects.toThrow('not-found');
    await beat(ada, 'somebody else');
    expect(await server.db.collection('presence').distinct('nickname')).toEqual(['Ada']);
  } finally {
    await server.stop();
  }
});

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { User } from '@meteor-vs-mean/contract';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Accounts } from '../src/accounts/accounts.ts';
import { LiveSessions } from '../src/accounts/live-sessions.ts';
import { Passwords } from '../src/accounts/passwords.ts';
import { hashedTokenOf } from '../src/accounts/sessions.ts';
import { noHooks } from '../src/hooks.ts';
import { modes } from '../src/index.ts';
import { Person } from './accounts-client.ts';
import { type Client, Follower, guardedBy, type Stored, startApp, type TestApp } from './app.ts';

let testbed: Testbed;
const many = { count: 1000, per_ms: 60_000 };
const generous = guardedBy({ signUpsPerAddress: many, loginsPerAddress: many });

beforeAll(async () => {
  testbed = await openTestbed();
});
afterAll(() => testbed?.close());

/** The owner of the private lists that a socket gets; undefined for a guest. */
const channelOf = async (socket: Client) => (await Follower.subscribe(socket, 'lists.mine')).channel;
const users = (server: TestApp) => server.db.collection<User>('users');

async function endOf(socket: Client): Promise<string> {
  return new Promise((resolve) => socket.once('disconnect', resolve));
}

describe.each(modes)('a socket, in mode %s', (mode) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startApp(testbed, { mode, ...generous });
  });
  afterAll(() => server?.stop());

  test.each(['websocket', 'polling'])(
    'gets its account from the cookie of its handshake, over %s',
    async (transport) => {
      const ada = await Person.signedUp(server, `ada-${transport}`);
      const { userId } = (await ada.ask('GET', '/api/account')).body as { userId: string };
      expect(await channelOf(await ada.connect({ transports: [transport] }))).toBe(`lists.mine:${userId}`);
      expect(await channelOf(await server.connect({ transports: [transport] }))).toBe('lists.mine');
      const odd = { extraHeaders: { cookie: 'mean_session=guessed; other=1' } };
      expect(await channelOf(await server.connect({ transports: [transport], ...odd }))).toBe('lists.mine');
    },
  );

  test('does nothing more of what it sent, once its session has ended', async () => {
    const own = await startApp(testbed, { mode, ...generous });
    const text = 'x'.repeat(2000);
    const messages = Array.from({ length: 100 }, (_, k) => ({
      _id: `m${k}`,
      roomId: 'r',
      nickname: 'n',
      text,
      createdAt: new Date(),
    }));
    await own.db.collection<Stored>('messages').insertMany(messages);
    const person = await Person.signedUp(own, 'queue');
    const headers = { cookie: person.cookie ?? '', 'content-type': 'text/plain' };
    const polling = `${own.url}/socket.io/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(polling, { headers })).text()).slice(1));
    const post = (body: string) => fetch(`${polling}&sid=${sid}`, { method: 'POST', headers, body });
    await post('40');
    await (await fetch(`${polling}&sid=${sid}`)).text();
    // It doesn't read the first answer, so the others wait.
    const page = { roomId: 'r', createdAt: { $date: Date.now() + 60_000 }, _id: 'm', limit: 100 };
    const calls = ['messages.before', 'messages.before'].map(
      (name, k) => `42${k}${JSON.stringify([name, page])}`,
    );
    await post([...calls, `42${JSON.stringify(['rooms.insert', { _id: 'late', name: 'n' }])}`].join('\x1e'));
    await person.ask('DELETE', '/api/sessions');
    expect((await person.ask('GET', '/api/account')).body).toBeNull();
    await own.app.stop(); // after all its messages are processed
    expect(await own.db.collection('rooms').countDocuments()).toBe(0);
    await own.stop();
  });
});

describe('a socket’s session', () => {
  let server: TestApp;
  let other: TestApp;
  const database = `sessions-${randomUUID()}`;
  beforeAll(async () => {
    server = await startApp(testbed, generous, database);
    other = await startApp(testbed, generous, database);
  });
  afterAll(async () => {
    await other?.stop();
    await server?.stop();
  });

  async function open(username: string): Promise<{ person: Person; socket: Client; ended: Promise<string> }> {
    const person = await Person.signedUp(server, username);
    const socket = await person.connect();
    expect(await channelOf(socket)).toMatch(/^lists\.mine:/);
    return { person, socket, ended: endOf(socket) };
  }

  test.each([
    ['its token is removed', { $set: { 'services.resume.loginTokens': [] } }],
    ['its services are', { $unset: { services: '' } }],
    ['the account is renamed', { $set: { username: 'renamed' } }],
  ] as const)('ends when %s, by a write straight to MongoDB', async (what, update) => {
    const username = what.replaceAll(/\W/g, '-');
    const { ended } = await open(username);
    await users(server).updateOne({ username }, update);
    await ended;
  });

  test('ends when the account, or all accounts, are dropped', async () => {
    const [one, two] = [await open('iris'), await open('ivan')];
    await users(server).deleteOne({ username: 'iris' });
    await one.ended;
    await users(server).drop();
    await two.ended;
  });

  test('ends while its sockets are being opened', async () => {
    for (let k = 0; k < 10; k++) {
      const person = await Person.signedUp(server, `racer-${k}`);
      const [socket] = await Promise.all([
        person.connect(),
        users(server).updateOne({ username: `racer-${k}` }, { $set: { 'services.resume.loginTokens': [] } }),
      ]);
      // It was opened as a guest's, or it is closed and reconnects as one.
      const isGuests = async () => {
        if (!socket.connected) socket.connect();
        await once(socket as never, 'connect', { signal: AbortSignal.timeout(1) }).catch(() => {});
        // A socket that is disconnected in the meantime gets no answer.
        expect(socket.connected && (await Promise.race([channelOf(socket), endOf(socket)]))).toBe(
          'lists.mine',
        );
      };
      await vi.waitFor(isGuests, { timeout: 30_000 });
    }
  });
});

test('sessions past their age are ended by a timer, which dies with the app', async () => {
  const server = await startApp(testbed, { ...generous, expiryCheck_ms: 20 });
  try {
    const person = await Person.signedUp(server, 'old');
    const socket = await person.connect();
    const ended = endOf(socket);
    await users(server).updateOne(
      { username: 'old' },
      { $set: { 'services.resume.loginTokens.0.when': new Date(0) } },
    );
    await ended;
    await expect
      .poll(async () => (await users(server).findOne({ username: 'old' }))?.services?.resume?.loginTokens)
      .toEqual([]);
    expect(server.logged).toEqual([]);
  } finally {
    await server.stop();
  }
  expect(server.logged).toEqual([]);
});

test('an admission under way sees that its account changes', async () => {
  const server = await startApp(testbed);
  const liveSessions = new LiveSessions({ users: users(server), log: () => {}, expiryCheck_ms: 60_000 });
  try {
    const connection = { close: vi.fn() };
    const person = await Person.signedUp(server, 'kim');
    const hashedToken = hashedTokenOf(person.cookie?.split('=')[1] as string);
    expect(await liveSessions.admit(hashedToken, connection)).toMatchObject({ username: 'kim' });
    const { _id } = (await users(server).findOne({ username: 'kim' })) as User;
    const admitting = liveSessions.admit(hashedToken, connection);
    await users(server).deleteOne({ _id });
    await liveSessions.changed(_id);
    expect(connection.close).toHaveBeenCalled();
    await admitting; // whichever account was read first
  } finally {
    liveSessions.stop();
    await server.stop();
  }
});

test('an account that isn’t there, or can’t be logged in to, costs one hashing, as a wrong password does', async () => {
  const server = await startApp(testbed);
  const liveSessions = new LiveSessions({ users: users(server), log: () => {}, expiryCheck_ms: 60_000 });
  try {
    const passwords = new Passwords();
    const accounts = new Accounts({
      users: users(server),
      passwords,
      hooks: noHooks,
      liveSessions,
      removeAccountData: async () => {},
    });
    await accounts.signUp({ username: 'lena', password: 'lenas password' }, 'here');
    await users(server).insertOne({ _id: 'bare', createdAt: new Date(), username: 'bare' });
    for (const username of ['lena', 'nobody', 'bare', '', 'not a name']) {
      const before = passwords.verifications;
      await expect(accounts.logIn({ username, password: 'wrong' }, 'here')).rejects.toThrow(
        'Wrong name or password',
      );
      expect([username, passwords.verifications - before]).toEqual([username, 1]);
    }
  } finally {
    liveSessions.stop();
    await server.stop();
  }
});

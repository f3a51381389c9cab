import { setTimeout as sleep } from 'node:timers/promises';
import { ContractError, limits } from '@meteor-vs-mean/contract';
import { type Mongo, startMongo } from '@meteor-vs-mean/mongo';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { modes } from '../src/index.ts';
import type { Writes } from '../src/live/writes.ts';
import { Presences } from '../src/presence/presences.ts';
import { call, Follower, type Stored, startApp, type TestApp } from './app.ts';

let mongo: Mongo;
beforeAll(async () => {
  mongo = await startMongo();
});
afterAll(() => mongo?.stop());

describe.each(modes)('presence, in mode %s', (mode) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startApp(mongo, { mode });
    const socket = await server.connect();
    for (const _id of ['r', 'full']) await call(socket, 'rooms.insert', { _id, name: 'Room' });
  });
  afterAll(() => server?.stop());

  const stored = () => server.db.collection<Stored>('presence');
  const beat = (_id: string, nickname: string, roomId = 'r') => ({ _id, roomId, nickname });

  test('belongs to the connection that made it, and goes with it', async () => {
    const [ada, eve, bob] = [await server.connect(), await server.connect(), await server.connect()];
    const follower = await Follower.subscribe(eve, 'presence.byRoom', { roomId: 'r' });
    await call(ada, 'presence.beat', beat('p1', 'ada'));
    await call(ada, 'presence.beat', beat('p1', 'Ada'));
    await follower.until(({ documents }) => documents.get('p1')?.nickname === 'Ada');
    await expect(call(eve, 'presence.beat', beat('p1', 'eve'))).rejects.toThrow('not-owner');
    await expect(call(eve, 'presence.leave', { _id: 'p1' })).rejects.toThrow('not-owner');
    await expect(call(ada, 'presence.beat', beat('p2', 'ada again'))).rejects.toThrow('limit-reached');
    await call(bob, 'presence.beat', beat('p2', 'bob'));
    await call(bob, 'presence.leave', { _id: 'p2' });
    ada.close();
    await follower.until(({ documents }) => documents.size === 0);
    expect(follower.short).toEqual(
      expect.arrayContaining(['added p1', 'changed p1', 'added p2', 'removed p2', 'removed p1']),
    );
    follower.check();
  });

  test('that has expired is in the way of no other one of its connection', async () => {
    const ada = await server.connect();
    await call(ada, 'presence.beat', beat('slept', 'ada'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + limits.presence.expiry_ms + 1 });
    try {
      await call(ada, 'presence.beat', beat('awake', 'ada'));
      expect((await stored().findOne({ _id: 'awake' }))?.roomId).toBe('r');
    } finally {
      vi.useRealTimers();
      ada.close();
    }
    await expect.poll(() => stored().countDocuments({ _id: 'awake' })).toBe(0);
  });

  test('leaves nothing behind when the connection closes while it is said', async () => {
    const { connections } = await server.health();
    for (let k = 0; k < 10; k++) {
      const guest = await server.connect();
      guest.emit('presence.beat', beat(`brief-${k}`, 'guest'), () => {});
      await sleep(k);
      guest.close();
    }
    while ((await server.health()).connections !== connections) await sleep(5);
    const last = await server.connect();
    await call(last, 'presence.beat', beat('last', 'last'));
    await expect.poll(() => stored().countDocuments({ _id: /^brief/ })).toBe(0);
    last.close();
  });

  test('that is here without an owner, from before a crash, is nobody’s', async () => {
    const socket = await server.connect();
    await stored().insertOne({ ...beat('left', 'ada'), expiresAt: new Date(Date.now() + 60_000) });
    await expect(call(socket, 'presence.beat', beat('left', 'ada'))).rejects.toThrow('not-owner');
    await expect(call(socket, 'presence.leave', { _id: 'left' })).rejects.toThrow('not-owner');
  });

  test('has an end to those it holds, who don’t count once they expired', async () => {
    const socket = await server.connect();
    const expiresAt = new Date(Date.now() + 60_000);
    const others = Array.from({ length: limits.presencePerRoom }, (_, k) => ({
      ...beat(`full-${k}`, 'n', 'full'),
      expiresAt,
    }));
    await stored().insertMany(others);
    const entering = () => call(socket, 'presence.beat', beat('one-more', 'n', 'full'));
    await expect(entering()).rejects.toThrow('limit-reached');
    await stored().updateOne({ _id: 'full-0' }, { $set: { expiresAt: new Date(0) } });
    expect(await entering()).toBeNull();
    await expect(call(socket, 'presence.beat', beat('x', 'n', 'nowhere'))).rejects.toThrow('not-found');
  });

  test('of all is gone when the server is stopped', async () => {
    const other = await startApp(mongo, { mode });
    try {
      const socket = await other.connect();
      await call(socket, 'rooms.insert', { _id: 'r', name: 'Room' });
      await call(socket, 'presence.beat', beat('p', 'ada'));
      await other.app.stop();
      expect(await other.db.collection('presence').countDocuments()).toBe(0);
    } finally {
      await other.stop();
    }
  });
});

test('who could be kept only when their place had expired takes one as anybody else', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const gone: string[] = [];
  const writes = {
    insert: async () => {},
    async update() {
      vi.setSystemTime(Date.now() + limits.presence.expiry_ms + 1);
      return true;
    },
    async remove(_name: string, _id: string) {
      gone.push(_id);
      return true;
    },
  } as unknown as Writes;
  try {
    const presences = new Presences(writes);
    const caller = { connected: true, data: { doer: { connection: 'c', address: '127.0.0.1' } } };
    const place = { _id: 'p', roomId: 'r', nickname: 'ada' };
    await presences.beat(caller, place, (put) => put());
    const full = () => Promise.reject(new ContractError('limit-reached', 'full'));
    await expect(presences.beat(caller, place, full)).rejects.toThrow('full');
    expect(gone).toEqual(['p']);
  } finally {
    vi.useRealTimers();
  }
});

test('MongoDB removes whom a crashed server left', async () => {
  const server = await startApp(mongo);
  try {
    const indexes = await server.db.collection('presence').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
  } finally {
    await server.stop();
  }
});

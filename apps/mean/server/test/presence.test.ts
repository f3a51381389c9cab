import { setTimeout as sleep } from 'node:timers/promises';
import { ContractError, limits } from '@meteor-vs-mean/contract';
import { type Mongo, startMongo } from '@meteor-vs-mean/mongo';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { modes } from '../src/index.ts';
import type { Writes } from '../src/live/writes.ts';
import { Presences } from '../src/presence/presences.ts';
import { call, type Stored, startApp, type TestApp } from './app.ts';

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

import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@meteor-vs-mean/contract';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { modes } from '../src/index.ts';
import { call, type Stored, startApp, type TestApp } from './app.ts';

let testbed: Testbed;
beforeAll(async () => {
  testbed = await openTestbed();
});
afterAll(() => testbed?.close());

describe.each(modes)('presence, in mode %s', (mode) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startApp(testbed, { mode });
    await call(await server.connect(), 'rooms.insert', { _id: 'r', name: 'Room' });
  });
  afterAll(() => server?.stop());

  const stored = () => server.db.collection<Stored>('presence');
  const person = (_id: string, nickname: string) => ({ _id, roomId: 'r', nickname });

  test('leaves nothing behind when the connection closes while it enters', async () => {
    const { connections } = await server.health();
    for (let k = 0; k < 10; k++) {
      const guest = await server.connect();
      guest.emit('presence.enter', person(`brief-${k}`, 'guest'), () => {});
      await sleep(k);
      guest.close();
    }
    while ((await server.health()).connections !== connections) await sleep(5);
    const last = await server.connect();
    await call(last, 'presence.enter', person('last', 'last'));
    await expect.poll(() => stored().countDocuments({ _id: /^brief/ })).toBe(0);
    last.close();
  });

  test('of all is gone when the server is stopped', async () => {
    const other = await startApp(testbed, { mode });
    try {
      const socket = await other.connect();
      await call(socket, 'rooms.insert', { _id: 'r', name: 'Room' });
      await call(socket, 'presence.enter', person('p', 'ada'));
      await other.app.stop();
      expect(await other.db.collection('presence').countDocuments()).toBe(0);
    } finally {
      await other.stop();
    }
  });
});

test('the server renews its connections’ presences without a message from them', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const server = await startApp(testbed);
  try {
    const socket = await server.connect();
    await call(socket, 'rooms.insert', { _id: 'r', name: 'Room' });
    await call(socket, 'presence.enter', { _id: 'p', roomId: 'r', nickname: 'ada' });
    const presence = server.db.collection<Stored>('presence');
    await presence.updateOne({ _id: 'p' }, { $set: { expiresAt: new Date(0) } });
    vi.advanceTimersByTime(limits.presence.renew_ms);
    await expect
      .poll(async () => Number((await presence.findOne({ _id: 'p' }))?.expiresAt))
      .toBeGreaterThan(Date.now());
  } finally {
    vi.useRealTimers();
    await server.stop();
  }
});

import { effect, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { limits } from '@meteor-vs-mean/contract';
import { FakeAccounts } from '../account/fake-accounts';
import { FakeSocket } from '../live/fake-socket';
import { Live } from '../live/live';
import { liveSocket } from '../live/socket';
import { Presence } from './presence';

const { beat_ms, expiry_ms } = limits.presence;

let restore: () => void;
let server: FakeSocket;
let live: Live;

/** A page that is in a room, and whose first beat is on its way. */
async function enter(nickname = 'Ada') {
  const [roomId, name] = [signal('r'), signal(nickname)];
  const presence = TestBed.inject(Presence);
  live = TestBed.inject(Live);
  await server.connect();
  TestBed.runInInjectionContext(() => presence.follow(roomId, name, signal(true)));
  TestBed.tick();
  return { presence, name };
}

beforeEach(() => {
  restore = new FakeAccounts().install();
  server = new FakeSocket();
  TestBed.configureTestingModule({
    providers: [Presence, { provide: liveSocket, useValue: server.socket }],
  });
});
afterEach(() => {
  vi.useRealTimers();
  restore();
});

test('why nobody sees that we are here is said once for each name, and again once it was otherwise', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const { name } = await enter();
  const refuse = (code: string, message: string) => server.take('presence.beat').refuse(code, message);
  for (const [code, message] of [
    ['limit-reached', 'The room is full'],
    ['name-taken', 'Ada is taken'],
  ] as const) {
    await refuse(code, message);
    expect(live.notice()).toBe(message);
    live.dismiss();
    vi.advanceTimersByTime(beat_ms);
    await refuse(code, message);
    expect(live.notice()).toBeUndefined();
    vi.advanceTimersByTime(beat_ms);
  }
  await refuse('name-taken', 'Ada is taken');
  name.set('Ben');
  TestBed.tick();
  await refuse('name-taken', 'Ben is taken');
  expect(live.notice()).toBe('Ben is taken');
  live.dismiss();
  vi.advanceTimersByTime(beat_ms);
  await server.take('presence.beat').answer(null);
  vi.advanceTimersByTime(beat_ms);
  await refuse('name-taken', 'Ben is taken');
  expect(live.notice()).toBe('Ben is taken');
});

test('who is here is drawn anew when somebody comes, goes, or their time has passed, and not by a beat', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'setTimeout'] });
  const entering = enter();
  await vi.advanceTimersByTimeAsync(0);
  const { presence } = await entering;
  const ben = (expiresAt: number) => ({
    _id: 'b',
    roomId: 'r',
    nickname: 'Ben',
    expiresAt: { $date: expiresAt },
  });
  const channel = 'presence.byRoom:r';
  void server.take('subscribe').answer({ channel, documents: [ben(Date.now() + expiry_ms)] });
  let drawn = -1;
  TestBed.runInInjectionContext(() =>
    effect(() => {
      presence.people();
      drawn += 1;
    }),
  );
  TestBed.tick();
  for (let n = 0; n < 3; n += 1) {
    await vi.advanceTimersByTimeAsync(beat_ms);
    void server.receive('changed', channel, 'b', { expiresAt: { $date: Date.now() + expiry_ms } });
    TestBed.tick();
  }
  expect(presence.people().map(({ nickname }) => nickname)).toEqual(['Ben']);
  expect(drawn).toBe(0);
  await vi.advanceTimersByTimeAsync(expiry_ms + 1);
  TestBed.tick();
  expect(presence.people()).toEqual([]);
  expect(drawn).toBe(1);
});

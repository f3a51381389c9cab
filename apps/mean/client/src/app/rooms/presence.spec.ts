import { effect, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { FakeAccounts } from '../accounts/fake-accounts';
import { FakeSocket } from '../live/fake-socket';
import { Live } from '../live/live';
import { liveSocket } from '../live/socket';
import { Presence } from './presence';

let restore: () => void;
let server: FakeSocket;
let live: Live;

/** A page that has entered a room, with its first call unanswered. */
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
afterEach(() => restore());

test('a rejected nickname is reported, each time', async () => {
  const { name } = await enter();
  await server.take('presence.enter').refuse('name-taken', 'Ada is taken');
  expect(live.notice()).toBe('Ada is taken');
  live.dismiss();
  name.set('Ben');
  TestBed.tick();
  await server.take('presence.enter').refuse('limit-reached', 'The room is full');
  expect(live.notice()).toBe('The room is full');
});

test('people are rendered when one enters or leaves, not when a server renews them', async () => {
  const { presence } = await enter();
  const at = (ms: number) => ({ $date: ms });
  const person = (_id: string, nickname: string) => ({ _id, roomId: 'r', nickname, expiresAt: at(20_000) });
  const channel = 'presence.byRoom:r';
  void server.take('subscribe').answer({ channel, documents: [person('b', 'Ben'), person('c', 'Cyn')] });
  let drawn = -1;
  TestBed.runInInjectionContext(() =>
    effect(() => {
      presence.people();
      drawn += 1;
    }),
  );
  TestBed.tick();
  const names = () => presence.people().map(({ nickname }) => nickname);
  void server.receive('changed', channel, 'b', { expiresAt: at(30_000) });
  TestBed.tick();
  expect([names(), drawn]).toEqual([['Ben', 'Cyn'], 0]);
  void server.receive('changed', channel, 'b', { expiresAt: at(35_000) });
  TestBed.tick();
  expect([names(), drawn]).toEqual([['Ben'], 1]);
});

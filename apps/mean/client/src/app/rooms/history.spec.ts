import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { FakeAccounts } from '../accounts/fake-accounts';
import { FakeSocket } from '../live/fake-socket';
import { liveSocket } from '../live/socket';
import { History } from './history';

const message = (_id: string, roomId: string) => ({
  _id,
  roomId,
  nickname: 'ada',
  text: _id,
  createdAt: { $date: 1 },
});

let restore: () => void;
let server: FakeSocket;

beforeEach(() => {
  restore = new FakeAccounts().install();
  server = new FakeSocket();
  TestBed.configureTestingModule({
    providers: [History, { provide: liveSocket, useValue: server.socket }],
  });
});
afterEach(() => restore());

test('a message that arrives while the page changes to another room stays in its own', async () => {
  const roomId = signal('a');
  const arrived: string[] = [];
  const history = TestBed.inject(History);
  TestBed.runInInjectionContext(() => {
    history.follow(roomId, (messages) => arrived.push(...messages.map(({ _id }) => _id)));
  });
  await server.connect();
  TestBed.tick();
  await server.take('subscribe').answer({ channel: 'a', documents: [message('in a', 'a')] });
  TestBed.tick();
  roomId.set('b');
  await server.receive('added', 'a', message('late in a', 'a'));
  TestBed.tick();
  await (await server.taken('subscribe')).answer({ channel: 'b', documents: [message('in b', 'b')] });
  TestBed.tick();
  expect(history.messages().map(({ _id }) => _id)).toEqual(['in b']);
  expect(arrived).toEqual([]);
});

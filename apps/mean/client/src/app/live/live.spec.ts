import { TestBed } from '@angular/core/testing';
import { FakeAccounts } from '../accounts/fake-accounts';
import { FakeSocket } from './fake-socket';
import { Live } from './live';
import { liveSocket } from './socket';
import type { Subscription } from './subscription';

const channel = 'todos.byList:l';
const todo = (_id: string, ms = 0, more: object = {}) => ({
  _id,
  listId: 'l',
  text: _id,
  done: false,
  createdAt: { $date: ms },
  ...more,
});
const insert = (_id: string) => ({ _id, listId: 'l', text: _id });

let restore: () => void;
let server: FakeSocket;
let live: Live;
let todos: Subscription<'todos.byList'>;

/** The rows as a page would show them: `!` for done, `?` for pending. */
const shown = () =>
  todos.rows().map(({ text, done, pending }) => `${text}${done ? '!' : ''}${pending ? '?' : ''}`);

beforeEach(async () => {
  restore = new FakeAccounts().install();
  server = new FakeSocket();
  TestBed.configureTestingModule({ providers: [{ provide: liveSocket, useValue: server.socket }] });
  live = TestBed.inject(Live);
  await server.connect();
  todos = live.hold('todos.byList', { listId: 'l' });
  await server.take('subscribe').answer({ channel, documents: [todo('b', 2), todo('d', 4)] });
});

afterEach(() => restore());

describe('a subscription', () => {
  test('applies the server’s changes, in the order of the publication', async () => {
    expect(todos.isReady()).toBe(true);
    expect(todos.rows()[0]?.createdAt).toEqual(new Date(2));
    await server.receive('added', channel, todo('c', 3));
    await server.receive('added', channel, todo('a', 1));
    await server.receive('changed', channel, 'd', { done: true });
    await server.receive('removed', channel, 'b');
    await server.receive('added', 'todos.byList:other', todo('x', 1));
    expect(shown()).toEqual(['a', 'c', 'd!']);
  });

  test('is shared, and ends with its last hold', () => {
    const again = live.hold('todos.byList', { listId: 'l' });
    expect(again).toBe(todos);
    live.release(again);
    expect(server.events).toEqual([]);
    live.release(todos);
    expect(server.take('unsubscribe').args).toEqual([channel]);
  });

  test('that was released before its snapshot arrives ends then', async () => {
    const brief = live.hold('rooms.all', {});
    live.release(brief);
    await server.take('subscribe').answer({ channel: 'rooms.all', documents: [] });
    expect(server.take('unsubscribe').args).toEqual(['rooms.all']);
  });

  test('misses no change that arrives together with its answer', async () => {
    const rooms = live.hold('rooms.all', {});
    void server.take('subscribe').answer({ channel: 'rooms.all', documents: [] });
    await server.receive('added', 'rooms.all', { _id: 'r', name: 'r' });
    expect(rooms.rows().map(({ name }) => name)).toEqual(['r']);
  });

  test('that fails is retried, and a notice shows the error', async () => {
    const rooms = live.hold('rooms.all', {});
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      void server.take('subscribe').refuse('internal-error', 'It failed');
      expect(live.notice()).toBe('It failed');
      await vi.advanceTimersByTimeAsync(2000);
      void server.take('subscribe').answer({ channel: 'rooms.all', documents: [] });
    } finally {
      vi.useRealTimers();
    }
    expect(rooms.isReady()).toBe(true);
  });

  test('that failed on a lost connection is started only once on the next', async () => {
    live.hold('rooms.all', {});
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      void server.take('subscribe').refuse('internal-error', 'It failed');
      void server.lose();
      void server.connect();
      await vi.advanceTimersByTimeAsync(3000);
    } finally {
      vi.useRealTimers();
    }
    const names = [await server.taken('subscribe'), await server.taken('subscribe')].map(
      ({ args }) => args[0],
    );
    expect(names.sort()).toEqual(['rooms.all', 'todos.byList']);
    expect(server.events).toEqual([]);
  });

  test('keeps its documents while offline, until a new snapshot replaces them', async () => {
    await server.lose();
    expect(live.isOnline()).toBe(false);
    expect(shown()).toEqual(['b', 'd']);
    await server.connect();
    expect(live.isOnline()).toBe(true);
    await server.receive('added', channel, todo('early', 9)); // can only be of the old subscription
    await (await server.taken('subscribe')).answer({ channel, documents: [todo('c', 3)] });
    expect(shown()).toEqual(['c']);
  });
});

describe('a write', () => {
  test('is shown at once and only once, whether its change or its answer arrives first', async () => {
    live.write('todos.insert', insert('x'));
    expect(shown()).toEqual(['b', 'd', 'x?']);
    await server.receive('added', channel, todo('x', 9));
    await server.take('todos.insert').answer('x');
    expect(shown()).toEqual(['b', 'd', 'x']);

    live.write('todos.insert', insert('y'));
    await server.take('todos.insert').answer('y');
    expect(shown()).toEqual(['b', 'd', 'x', 'y']);
    await server.receive('added', channel, todo('y', 10));
    await server.receive('removed', channel, 'y'); // by another client, at once
    expect(shown()).toEqual(['b', 'd', 'x']);
  });

  test('that is rejected is undone, and a notice shows the reason', async () => {
    live.write('todos.setText', { _id: 'b', text: 'new' });
    live.write('todos.remove', { _id: 'd' });
    live.write('todos.insert', insert('x'));
    expect(shown()).toEqual(['new?', 'x?']);
    await server.take('todos.setText').refuse('too-many-requests', 'Not so fast');
    expect(live.notice()).toBe('Not so fast');
    await server.take('todos.remove').refuse('internal-error');
    await server.take('todos.insert').refuse('limit-reached');
    expect(shown()).toEqual(['b', 'd']);
    live.dismiss();
    expect(live.notice()).toBeUndefined();
  });

  test('waits for the one before it, which may create its document', async () => {
    live.write('todos.insert', insert('x'));
    live.write('todos.setDone', { _id: 'x', done: true });
    expect(shown()).toEqual(['b', 'd', 'x!?']);
    expect(server.events).toEqual(['todos.insert']);
    await server.take('todos.insert').answer('x');
    expect(server.events).toEqual(['todos.setDone']);
  });

  test('does not jump back when the snapshot of another list arrives before its change', async () => {
    const other = { channel: 'todos.byList:m', documents: [{ ...todo('o', 1), listId: 'm' }] };
    live.write('todos.insert', insert('x'));
    live.write('todos.remove', { _id: 'b' });
    live.hold('todos.byList', { listId: 'm' });
    await server.take('todos.insert').answer('x');
    await server.take('subscribe').answer(other);
    await server.take('todos.remove').answer(null);
    expect(shown()).toEqual(['d', 'x']);
  });

  test('does not jump back when changes arrive late', async () => {
    for (const done of [true, false, true]) live.write('todos.setDone', { _id: 'b', done });
    for (let k = 0; k < 3; k++) await server.take('todos.setDone').answer(null);
    for (const done of [true, false, true]) {
      expect(shown()[0]).toBe('b!');
      await server.receive('changed', channel, 'b', { done });
    }
    expect(shown()[0]).toBe('b!');
    await server.receive('changed', channel, 'b', { done: false }); // by another client
    expect(shown()[0]).toBe('b');
  });

  test('to many documents shows on all of them', async () => {
    live.write('todos.setAllDone', { listId: 'l', done: true });
    expect(shown()).toEqual(['b!?', 'd!?']);
    live.write('todos.removeDone', { listId: 'l' });
    expect(shown()).toEqual([]);
    await server.take('todos.setAllDone').answer(2);
    await server.take('todos.removeDone').refuse('internal-error');
    expect(shown()).toEqual(['b!', 'd!']);
  });

  test('without effect only hides the server’s state for a moment', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      live.write('todos.setDone', { _id: 'b', done: false });
      const answered = server.take('todos.setDone').answer(null);
      await vi.advanceTimersByTimeAsync(10);
      await answered;
      void server.receive('changed', channel, 'b', { done: true });
      await vi.advanceTimersByTimeAsync(3000);
      expect(shown()[0]).toBe('b!');
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('offline', () => {
  test('writes made offline are kept in order, and sent once after reconnecting', async () => {
    await server.lose();
    live.write('todos.insert', insert('x'));
    live.write('todos.insert', insert('y'));
    live.write('todos.setDone', { _id: 'x', done: true });
    expect(shown()).toEqual(['b', 'd', 'x!?', 'y?']);
    expect(server.sent).toEqual([]);

    await server.connect();
    await (await server.taken('subscribe')).answer({ channel, documents: [todo('d', 4), todo('e', 5)] });
    expect(shown()).toEqual(['d', 'e', 'x!?', 'y?']);
    for (const _id of ['x', 'y']) {
      const sent = server.take('todos.insert');
      expect(sent.args).toEqual([insert(_id)]);
      await sent.answer(_id);
    }
    await server.take('todos.setDone').answer(null);
    expect(server.sent).toEqual([]);
    await server.receive('added', channel, todo('x', 6));
    await server.receive('added', channel, todo('y', 7));
    await server.receive('changed', channel, 'x', { done: true });
    expect(shown()).toEqual(['d', 'e', 'x!', 'y']);
  });

  test('a write whose answer was lost is sent again, and a duplicate then means success', async () => {
    live.write('todos.insert', insert('x'));
    live.write('todos.remove', { _id: 'b' });
    server.take('todos.insert'); // it arrives, but its answer doesn't
    await server.lose();
    await server.connect();
    await (await server.taken('subscribe')).answer({ channel, documents: [todo('d', 4), todo('x', 6)] });
    await server.take('todos.insert').refuse('duplicate-id');
    expect(shown()).toEqual(['d', 'x']);
    await server.take('todos.remove').refuse('not-found', 'There is no such todo');
    expect(live.notice()).toBe('There is no such todo'); // a first attempt
  });

  test('a write made while the heartbeat is overdue is sent once, on the next connection', async () => {
    server.isOverdue = true;
    live.write('todos.insert', insert('x'));
    await expect(Promise.all([live.call('presence.leave', { _id: 'p' }), server.lose()])).rejects.toThrow();
    await server.connect();
    await server.take('todos.insert').answer('x');
    await server.taken('subscribe');
    expect(server.events).toEqual([]);
    expect(shown()).toEqual(['b', 'd', 'x']);
  });

  test('a duplicate id is an error on the first attempt', async () => {
    live.write('todos.insert', insert('x'));
    await server.take('todos.insert').refuse('duplicate-id', 'There is already one');
    expect(live.notice()).toBe('There is already one');
    expect(shown()).toEqual(['b', 'd']);
  });

  test('a call that isn’t a write fails at once while offline', async () => {
    await server.lose();
    await expect(live.call('presence.leave', { _id: 'p' })).rejects.toThrow('There is no connection');
  });
});

test('a call returns dates as dates', async () => {
  const calling = live.call('messages.before', { roomId: 'r', createdAt: new Date(5), _id: 'm', limit: 2 });
  const sent = server.take('messages.before');
  expect(sent.args).toEqual([{ roomId: 'r', createdAt: { $date: 5 }, _id: 'm', limit: 2 }]);
  const message = { _id: 'n', roomId: 'r', nickname: 'a', text: 't' };
  await sent.answer([{ ...message, createdAt: { $date: 4 } }]);
  expect(await calling).toEqual([{ ...message, createdAt: new Date(4) }]);
});

import { TestBed } from '@angular/core/testing';
import { FakeSocket } from '../live/fake-socket';
import { Live } from '../live/live';
import { liveSocket } from '../live/socket';
import type { Subscription } from '../live/subscription';
import { FakeAccounts } from './fake-accounts';
import { Session } from './session';

const ada = { userId: 'id-of-ada', username: 'ada' };
const bob = { userId: 'id-of-bob', username: 'bob' };
const created = { createdAt: { $date: 1 } };
const secret = { _id: 's', name: 'Secret', owner: ada.userId, members: [], ...created };
const secretTodo = { _id: 't', listId: 's', text: 'hush', done: false, ...created };
const room = { _id: 'r', name: 'Lobby', ...created };

let accounts: FakeAccounts;
let restore: () => void;
let server: FakeSocket;
let live: Live;
let session: Session;
let mine: Subscription<'lists.mine'>;
let todos: Subscription<'todos.byList'>;
let rooms: Subscription<'rooms.all'>;

const ids = (subscription: { rows: () => readonly { _id: string }[] }) =>
  subscription.rows().map(({ _id }) => _id);

/** Answers a page's subscriptions, in the order in which it made them. */
async function answerSubscriptions(lists: object[], ofList: object[]): Promise<void> {
  const answers = [
    { channel: `lists.mine:${accounts.account?.userId}`, documents: lists },
    { channel: 'todos.byList:s', documents: ofList },
    { channel: 'rooms.all', documents: [room] },
  ];
  for (const answer of answers) await (await server.taken('subscribe')).answer(answer);
}

/** A page with one of ada's private lists open. */
async function openAs(account: typeof ada | null): Promise<void> {
  accounts.account = account;
  live = TestBed.inject(Live);
  session = TestBed.inject(Session);
  await server.connect();
  mine = live.hold('lists.mine', {});
  todos = live.hold('todos.byList', { listId: 's' });
  rooms = live.hold('rooms.all', {});
  await answerSubscriptions(account ? [secret] : [], account ? [secretTodo] : []);
}

beforeEach(() => {
  accounts = new FakeAccounts();
  restore = accounts.install();
  server = new FakeSocket();
  TestBed.configureTestingModule({ providers: [{ provide: liveSocket, useValue: server.socket }] });
});
afterEach(() => restore());

describe('logging in', () => {
  test('reconnects, because the handshake decides the account, and subscribes again', async () => {
    await openAs(null);
    const before = server.id;
    await session.logIn('ada', 'secret password');
    expect(session.account()).toEqual(ada);
    expect(server.id).not.toBe(before);
    await answerSubscriptions([secret], [secretTodo]);
    expect([ids(mine), ids(todos), ids(rooms)]).toEqual([['s'], ['t'], ['r']]);
  });

  test('sends the guest’s writes first', async () => {
    await openAs(null);
    live.write('rooms.insert', { _id: 'x', name: 'By a guest' });
    const loggingIn = session.logIn('ada', 'secret password');
    await Promise.resolve();
    expect(accounts.requests).not.toContain('POST /api/session');
    await server.take('rooms.insert').answer('x');
    await loggingIn;
    expect(accounts.requests).toContain('POST /api/session');
    expect(server.events).not.toContain('rooms.insert');
  });

  test('reports a browser without cookies', async () => {
    await openAs(null);
    accounts.onRequest = (request) => {
      if (request === 'GET /api/account') accounts.account = null;
    };
    await expect(session.logIn('ada', 'secret password')).rejects.toThrow('blocks cookies');
    expect(session.account()).toBeNull();
  });

  test('changes nothing if the server rejects it', async () => {
    await openAs(null);
    const before = server.id;
    accounts.isReachable = false;
    await expect(session.logIn('ada', 'secret password')).rejects.toThrow('There is no connection');
    expect(session.account()).toBeNull();
    expect(server.id).toBe(before);
  });

  test('shows a new private list as the account’s own at once, and only among those', async () => {
    await openAs(ada);
    const all = live.hold('lists.all', {});
    await server.take('subscribe').answer({ channel: 'lists.all', documents: [] });
    live.write('lists.insert', { _id: 'n', name: 'New', private: true });
    expect(mine.rows().at(-1)).toMatchObject({ _id: 'n', owner: ada.userId, members: [{ username: 'ada' }] });
    expect(ids(all)).toEqual([]);
  });
});

describe('logging out', () => {
  test('removes only the account’s private data from the page, at once', async () => {
    await openAs(ada);
    await session.logOut();
    expect(session.account()).toBeNull();
    expect(session.hasEnded()).toBe(false);
    expect([ids(mine), ids(todos), ids(rooms)]).toEqual([[], [], ['r']]);
    expect([...mine.stored(), ...todos.stored()]).toEqual([]);
    expect(mine.isReady()).toBe(false);
    await answerSubscriptions([], []);
    expect(mine.isReady()).toBe(true);
  });

  test('lets no later change of the account’s data in', async () => {
    await openAs(ada);
    const channel = `lists.mine:${ada.userId}`;
    await session.logOut();
    await server.receive('added', channel, { ...secret, _id: 'late' });
    expect(ids(mine)).toEqual([]);
  });
});

describe('a session that ends on another page or device', () => {
  test('makes the page a guest’s, which reconnects with its subscriptions', async () => {
    await openAs(ada);
    accounts.account = null;
    await server.dismiss();
    expect(session.account()).toBeNull();
    expect(session.hasEnded()).toBe(true);
    expect(server.connected).toBe(true);
    expect([ids(mine), ids(todos), ids(rooms)]).toEqual([[], [], ['r']]);
    await answerSubscriptions([], []);
  });

  test('while offline: the account’s writes are never sent as another’s', async () => {
    await openAs(ada);
    await server.lose();
    live.write('todos.insert', { _id: 'u', listId: 's', text: 'by Ada' });
    expect(ids(todos)).toEqual(['t', 'u']);
    accounts.account = bob;
    await server.connect();
    expect(session.account()).toEqual(bob);
    await answerSubscriptions([], []);
    expect(ids(todos)).toEqual([]);
    expect(server.events).toEqual([]);
    expect(live.notice()).toContain('not saved');
    expect(live.kept()).toEqual(['by Ada']);
    live.write('rooms.insert', { _id: 'x', name: 'By Bob' });
    expect(server.take('rooms.insert').args).toEqual([{ _id: 'x', name: 'By Bob' }]);
  });

  test('while the heartbeat is overdue: the account’s writes are never sent as another’s', async () => {
    await openAs(ada);
    server.isOverdue = true;
    live.write('todos.insert', { _id: 'u', listId: 's', text: 'by Ada' });
    await server.lose();
    accounts.account = bob;
    const sentBefore: string[] = [];
    accounts.onRequest = () => sentBefore.push(...server.events);
    await server.connect();
    await answerSubscriptions([], []);
    expect(sentBefore).not.toContain('todos.insert');
    expect(server.events).toEqual([]);
    expect(live.notice()).toContain('not saved');
  });

  test('after any other disconnection by the server, the page reconnects as the same account', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const opened = openAs(ada);
      await vi.advanceTimersByTimeAsync(100);
      await opened;
      void server.dismiss();
      await vi.advanceTimersByTimeAsync(100);
      expect(server.connected).toBe(false);
      expect(ids(todos)).toEqual(['t']);
      await vi.advanceTimersByTimeAsync(1000);
      expect(server.connected).toBe(true);
      expect(session.account()).toEqual(ada);
    } finally {
      vi.useRealTimers();
    }
  });
});

test('a new connection’s account must be known before anything is written on it', async () => {
  await openAs(ada);
  await server.lose();
  live.write('todos.insert', { _id: 'u', listId: 's', text: 'by Ada' });
  accounts.isReachable = false;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    void server.connect();
    await vi.advanceTimersByTimeAsync(100);
    expect(server.events).not.toContain('todos.insert');
    accounts.isReachable = true;
    await vi.advanceTimersByTimeAsync(2000);
    expect(server.events).toContain('todos.insert');
  } finally {
    vi.useRealTimers();
  }
});

test('the first connection’s account is requested again if the page has waited for it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    accounts.account = ada;
    live = TestBed.inject(Live);
    session = TestBed.inject(Session);
    await session.known();
    accounts.account = bob;
    vi.setSystemTime(Date.now() + 60_000);
    await server.connect();
    expect(session.account()).toEqual(bob);
  } finally {
    vi.useRealTimers();
  }
});

test('a change on another page of this browser makes this page ask again', async () => {
  await openAs(ada);
  accounts.account = bob;
  const asked = new Promise<void>((resolve) => {
    accounts.onRequest = () => resolve();
  });
  const otherPage = new BroadcastChannel('session');
  otherPage.postMessage('changed');
  await asked;
  otherPage.close();
  await session.refresh();
  expect(session.account()).toEqual(bob);
});

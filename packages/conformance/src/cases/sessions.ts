import { setTimeout as pause } from 'node:timers/promises';
import type { PubSubError } from '@meteor-vs-mean/pubsub-client';
import { expect } from 'vitest';
import type { Account } from '../accounts/account.ts';
import { type Session, storedForm } from '../accounts/accounts.ts';
import { expectRefusal } from '../errors.ts';
import { type Add, feature } from '../feature.ts';
import type { Peer } from '../peer.ts';
import type { Subject } from '../subject.ts';
import type { View } from '../view.ts';

const day_ms = 86_400_000;

/** One browser of an account: its session and its page. */
interface Browser {
  session: Session;
  peer: Peer;
  lists: View;
  todos: View;
  rooms: View;
}

/** Opens a page that reconnects by itself, and shows a private list. */
async function open(subject: Subject, account: Account, listId: string, url?: string): Promise<Browser> {
  const peer = await account.peer({ reconnect: true, ...(url ? { url } : {}) });
  const [lists, todos, rooms] = await Promise.all([
    peer.subscribe('lists.mine', {}),
    peer.subscribe('todos.byList', { listId }),
    peer.subscribe('rooms.all', {}),
  ]);
  await lists.untilHolds(await subject.stored('lists'));
  await todos.untilHolds(await subject.stored('todos'));
  return { session: account, peer, lists, todos, rooms };
}

/** An account with a private list, open in two browsers. */
async function twoBrowsers(subject: Subject) {
  const ada = await subject.account();
  const again = await subject.again(ada);
  const listId = await ada.list();
  await ada.writers().call('todos.insert', { _id: subject.id('todo'), listId, text: 'private' });
  const one = await open(subject, ada, listId);
  const two = await open(subject, again, listId);
  return { ada, listId, one, two };
}

/** Calls a method once connected: an app may close the connection, or keep it as a guest's. */
async function onceBack(peer: Peer, name: string, input: unknown): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await peer.call(name, input);
    } catch (error) {
      if ((error as PubSubError).code !== 'disconnected' || attempt === 200) throw error;
      await pause(50);
    }
  }
}

/** Expects a guest's page: private data are gone, and everything else still works. */
async function expectEnded(subject: Subject, listId: string, browser: Browser): Promise<void> {
  const { session, peer, lists, todos, rooms } = browser;
  await lists.untilHolds([]);
  await todos.untilHolds([]);
  expect(await subject.accounts().whoIs(session.token)).toBeUndefined();
  const list = { _id: subject.id('list'), name: 'x', private: true };
  await expectRefusal(onceBack(peer, 'lists.insert', list), 'not-authorized');
  await expectRefusal(peer.call('todos.insert', { _id: subject.id('todo'), listId, text: 'x' }), 'not-found');
  const later = await subject.peer({ token: session.token });
  expect((await later.subscribe('lists.mine', {})).documents).toEqual([]);
  expect((await later.subscribe('todos.byList', { listId })).documents).toEqual([]);
  const roomId = await subject.room();
  await rooms.until('a room for everybody', () => rooms.has(roomId));
}

async function expectGoesOn(subject: Subject, listId: string, browser: Browser): Promise<void> {
  const { session, peer, lists, todos } = browser;
  expect(await subject.accounts().whoIs(session.token)).toBe(session.userId);
  const _id = subject.id('todo');
  await peer.call('todos.insert', { _id, listId, text: 'still here' });
  await todos.until('its own todo', () => todos.has(_id));
  await lists.untilHolds(await subject.stored('lists'));
}

/** The ways to end sessions, as seen by the browser `one`. */
interface Ending {
  name: string;
  /** It doesn't go through the app. */
  isForeign?: true;
  /** Whether the other browser's session stays. */
  twoGoesOn?: true;
  oneGoesOn?: true;
  run(subject: Subject, ada: Account, one: Browser): Promise<unknown>;
}

const endings: Ending[] = [
  {
    name: 'logging out ends the session of that browser alone',
    twoGoesOn: true,
    run: (subject, ada, { peer }) => subject.accounts().logOut(ada, peer),
  },
  {
    name: 'logging out in another tab ends the session in all tabs of that browser',
    twoGoesOn: true,
    run: (subject, ada) => subject.accounts().logOut(ada),
  },
  {
    name: 'logging out everywhere ends every session',
    run: (subject, ada) => subject.accounts().logOutEverywhere(ada),
  },
  {
    name: 'changing the password ends all other sessions',
    oneGoesOn: true,
    run: (subject, ada) => subject.accounts().changePassword(ada, ada.password, 'a new password'),
  },
  {
    name: 'a log-in of an account with the most sessions ends the oldest',
    twoGoesOn: true,
    run: async (subject, ada) => {
      // With the two existing ones: 100, the maximum.
      const others = Array.from({ length: 98 }, () => ({
        when: new Date(),
        hashedToken: storedForm(subject.id('other')),
      }));
      const change = { $push: { 'services.resume.loginTokens': { $each: others } } };
      await subject.collection('users').updateOne({ _id: ada.userId }, change as never);
      await subject.again(ada);
    },
  },
  {
    name: 'deleting the account ends every session',
    run: (subject, ada) => subject.accounts().remove(ada, ada.password),
  },
  {
    name: 'removing a token from the user document ends its session',
    isForeign: true,
    twoGoesOn: true,
    run: (subject, { userId, token }) =>
      subject.collection('users').updateOne({ _id: userId }, {
        $pull: { 'services.resume.loginTokens': { hashedToken: storedForm(token) } },
      } as never),
  },
  {
    name: 'removing the services of the user document ends every session',
    isForeign: true,
    run: (subject, { userId }) =>
      subject.collection('users').updateOne({ _id: userId }, { $unset: { services: 1 } }),
  },
  {
    name: 'removing the user document ends every session',
    isForeign: true,
    run: (subject, { userId }) => subject.collection('users').deleteOne({ _id: userId }),
  },
];

function addEnding(add: Add, { name, isForeign, oneGoesOn, twoGoesOn, run }: Ending): void {
  (isForeign ? add.foreign : add)(name, async (subject) => {
    const { ada, listId, one, two } = await twoBrowsers(subject);
    await run(subject, ada, one);
    for (const [browser, goesOn] of [
      [one, oneGoesOn],
      [two, twoGoesOn],
    ] as const) {
      if (!goesOn) await expectEnded(subject, listId, browser);
    }
    const ended = [...(oneGoesOn ? [] : [one]), ...(twoGoesOn ? [] : [two])];
    for (const { lists, todos } of ended) for (const view of [lists, todos]) view.frames.length = 0;
    if (oneGoesOn) await expectGoesOn(subject, listId, one);
    if (twoGoesOn) await expectGoesOn(subject, listId, two);
    for (const { lists, todos, peer } of ended) {
      // Its answer arrives after everything that was sent before.
      await peer.call('messages.before', { roomId: 'r', createdAt: new Date(), _id: 'm', limit: 1 });
      expect([lists.frames, todos.frames]).toEqual([[], []]);
    }
  });
}

export const sessions = feature('sessions', (add) => {
  for (const ending of endings) addEnding(add, ending);

  add('one that ended while its browser was offline does not return', async (subject) => {
    const ada = await subject.account();
    const listId = await ada.list();
    await ada.writers().call('todos.insert', { _id: 'todo', listId, text: 'private' });
    const relay = await subject.relay();
    const browser = await open(subject, ada, listId, relay.url);
    const back = new Promise<void>((resolve) => browser.peer.client.onReconnect(() => resolve()));
    relay.cut();
    await subject.accounts().logOutEverywhere(ada);
    relay.mend();
    await back;
    await expectEnded(subject, listId, browser);
  });

  add.foreign('ended on one instance, it is ended on the others', async (subject) => {
    const { url } = await subject.another();
    const ada = await subject.account();
    const listId = await ada.list();
    const browser = await open(subject, ada, listId);
    await subject.accounts({ url }).logOutEverywhere(ada);
    await expectEnded(subject, listId, browser);
  });

  add('it ends 90 days after the log-in', async (subject) => {
    const ada = await subject.account();
    const listId = await ada.list();
    const logInDaysAgo = (days: number) => {
      const when = new Date(Date.now() - days * day_ms);
      const change = { $set: { 'services.resume.loginTokens.0.when': when } };
      return subject.collection('users').updateOne({ _id: ada.userId }, change);
    };
    await logInDaysAgo(89);
    expect(await subject.accounts().whoIs(ada.token)).toBe(ada.userId);
    await logInDaysAgo(91);
    expect(await subject.accounts().whoIs(ada.token)).toBeUndefined();
    const peer = await ada.peer();
    expect((await peer.subscribe('lists.mine', {})).documents).toEqual([]);
    await expectRefusal(peer.call('lists.rename', { _id: listId, name: 'x' }), 'not-found');
  });

  add("an invalid token is a guest's", async (subject) => {
    const ada = await subject.account();
    const accounts = subject.accounts();
    const wrong = [
      storedForm(ada.token),
      ada.userId,
      ada.username,
      ada.token.slice(0, -1),
      'x',
      'x'.repeat(4000),
    ];
    for (const token of [...wrong, ada.token.toLowerCase(), '%00', '{"$ne":""}']) {
      expect(await accounts.whoIs(encodeURIComponent(token)), token).toBeUndefined();
    }
  });
});

import { expect } from 'vitest';
import type { Account } from '../accounts/account.ts';
import { expectRefusal } from '../errors.ts';
import { feature } from '../feature.ts';
import type { Peer } from '../peer.ts';
import type { Subject } from '../subject.ts';
import type { Fields } from '../wire.ts';

/** Part of everything that Ada writes into a private list, and of nothing else. */
const secret = 'only-for-ada';
/** Users without access know these ids or guess them. */
const [listId, kept, gone] = ['guessed-list', 'guessed-kept', 'guessed-gone'];

/** Every subscription that might show a private list. */
const hopes: [name: string, params: Fields][] = [
  ['lists.all', {}],
  ['lists.mine', {}],
  ['todos.byList', { listId }],
  ['rooms.all', {}],
  ['messages.byRoom', { roomId: listId, limit: 100 }],
  ['messages.byRoom', { roomId: listId, limit: 1 }],
  ['presence.byRoom', { roomId: listId }],
];

/** Every call that might. */
const tries: [name: string, input: Fields][] = [
  ['todos.setAllDone', { listId, done: true }],
  ['todos.removeDone', { listId }],
  ['todos.setText', { _id: kept, text: 'x' }],
  ['todos.setDone', { _id: kept, done: true }],
  ['todos.remove', { _id: kept }],
  ['todos.insert', { _id: 'intruder', listId, text: 'x' }],
  ['lists.rename', { _id: listId, name: 'x' }],
  ['lists.remove', { _id: listId }],
  ['lists.unshare', { _id: listId, username: 'ada' }],
  ['messages.before', { roomId: listId, createdAt: new Date(), _id: 'm', limit: 100 }],
];

/** Records everything that arrives over a connection. */
function tapped(peer: Peer) {
  const [changes, answers]: [string[], string[]] = [[], []];
  peer.client.onChange((change) => changes.push(JSON.stringify(change)));
  const keep = (answer: unknown) => answers.push(JSON.stringify(answer));
  return {
    peer,
    /** Makes all subscriptions, and records the snapshots. */
    async hope() {
      for (const [name, params] of hopes) keep((await peer.subscribe(name, params)).documents);
    },
    /** Makes all calls, and records the results and errors. */
    async try() {
      for (const [name, input] of tries) {
        await peer.call(name, input).then(keep, (error) => keep(`${error.code} ${error.message}`));
      }
    },
    /** Private data: documents of the list, and secrets of accounts. */
    leaks: () => [
      ...changes.filter((text) => /guessed|only-for-ada|argon2|hashedToken|loginTokens/.test(text)),
      ...answers.filter((text) => /only-for-ada|argon2|hashedToken|loginTokens/.test(text)),
    ],
  };
}

/** Ada creates the list and writes into it, with every method that changes something. */
async function fill(ada: Account): Promise<void> {
  const writers = ada.writers();
  await writers.call('lists.insert', { _id: listId, name: `${secret} list`, private: true });
  for (const _id of [kept, gone]) await writers.call('todos.insert', { _id, listId, text: `${secret} new` });
  await writers.call('todos.setText', { _id: kept, text: `${secret} changed` });
  await writers.call('todos.setAllDone', { listId, done: true });
  await writers.call('todos.setDone', { _id: kept, done: false });
  await writers.call('todos.removeDone', { listId });
  await writers.call('lists.rename', { _id: listId, name: `${secret} renamed` });
}

/** A public write, whose change arrives after all earlier ones. */
async function expectUnaware(subject: Subject, taps: ReturnType<typeof tapped>[]): Promise<void> {
  for (const { peer, leaks } of taps) {
    const rooms = peer.views.find((view) => view.name === 'rooms.all');
    const roomId = await subject.room();
    await rooms?.until('a room for everybody', () => rooms.has(roomId));
    await peer.call('messages.before', { roomId, createdAt: new Date(), _id: 'm', limit: 1 });
    expect(leaks()).toEqual([]);
  }
}

export const privateLists = feature('private lists', (add) => {
  add('its owner has all of it in `lists.mine`, and nobody has it in `lists.all`', async (subject) => {
    const ada = await subject.account();
    const mine = await (await ada.peer()).subscribe('lists.mine', {});
    const all = await (await ada.peer()).subscribe('lists.all', {});
    const ofGuest = await (await subject.peer()).subscribe('lists.mine', {});
    expect([mine.documents, ofGuest.documents]).toEqual([[], []]);
    const [listId, open] = [await ada.list(), await subject.list()];
    const [list] = await subject.stored('lists', { _id: listId });
    await mine.untilHolds([list ?? {}]);
    expect(mine.documents[0]).toMatchObject({
      owner: ada.userId,
      members: [{ _id: ada.userId, username: ada.username }],
    });
    await all.untilHolds(await subject.stored('lists', { _id: open }));
    await ada.writers().call('lists.rename', { _id: listId, name: 'renamed' });
    await mine.until('its new name', ({ frames }) => frames.length === 2);
    expect(mine.frames[1]).toEqual({
      event: 'changed',
      id: listId,
      fields: { name: 'renamed' },
      cleared: [],
    });
    await ada.writers().call('lists.remove', { _id: listId });
    await mine.untilHolds([]);
    expect(all.frames.length).toBe(1);
    expect(ofGuest.frames).toEqual([]);
  });

  add("lists.mine has the account's own lists, oldest first, and those shared with it", async (subject) => {
    const [ada, ben] = [await subject.account(), await subject.account()];
    const members = [ada, ben].map(({ userId, username }) => ({ _id: userId, username }));
    const list = (n: number, owner: Account, count: number) => ({
      _id: `list-${9 - n}`,
      name: `${n}`,
      createdAt: new Date(1_700_000_000_000 + 1000 * (n >> 1)),
      owner: owner.userId,
      members: [...(owner === ada ? members : members.toReversed())].slice(0, count),
    });
    const lists = [list(1, ada, 1), list(2, ben, 2), list(3, ada, 2), list(4, ben, 1), list(5, ada, 1)];
    await subject.collection('lists').insertMany(lists);
    const view = await (await ada.peer()).subscribe('lists.mine');
    await view.untilHolds(lists.filter((_, n) => n !== 3));
    expect(view.snapshot).toEqual(['list-8', 'list-6', 'list-7', 'list-4']);
  });

  add('strangers and guests get nothing of one, by any subscription or call', async (subject) => {
    const [ada, eve] = [await subject.account(), await subject.account()];
    const taps = [tapped(await eve.peer()), tapped(await subject.peer())];
    // Somebody who guesses its id may subscribe before it exists.
    for (const tap of taps) await tap.hope();
    const owner = await (await ada.peer()).subscribe('todos.byList', { listId });
    await fill(ada);
    await owner.untilHolds(await subject.stored('todos', { listId }));
    expect(owner.documents.length).toBe(1);
    const before = [await subject.stored('lists', { _id: listId }), await subject.stored('todos')];
    for (const tap of taps) {
      await tap.try();
      await tap.hope();
    }
    expect([await subject.stored('lists', { _id: listId }), await subject.stored('todos')]).toEqual(before);
    // All subscribers share the query.
    const late = tapped(await eve.peer());
    await late.hope();
    await ada.writers().call('todos.setText', { _id: kept, text: `${secret} again` });
    await owner.until('the last change', () => owner.documents[0]?.text === `${secret} again`);
    await expectUnaware(subject, [...taps, late]);
  });

  add('a stranger who reconnects with the same subscriptions gets nothing either', async (subject) => {
    const [ada, eve] = [await subject.account(), await subject.account()];
    await fill(ada);
    const relay = await subject.relay();
    const { url } = relay;
    const taps = [
      tapped(await eve.peer({ url, reconnect: true })),
      tapped(await subject.peer({ url, reconnect: true })),
    ];
    for (const tap of taps) await tap.hope();
    const back = taps.map(
      ({ peer }) => new Promise<void>((resolve) => peer.client.onReconnect(() => resolve())),
    );
    relay.cut();
    await ada.writers().call('todos.insert', { _id: 'guessed-3', listId, text: secret });
    relay.mend();
    await Promise.all(back);
    await ada.writers().call('todos.insert', { _id: 'guessed-4', listId, text: secret });
    await expectUnaware(subject, taps);
    for (const { peer } of taps) {
      for (const view of peer.views) expect(JSON.stringify(view.documents)).not.toContain(secret);
    }
  });

  add.foreign("a list that becomes private disappears from all pages but its members'", async (subject) => {
    const [ada, eve] = [await subject.account(), await subject.account()];
    const listId = await subject.list();
    await subject.writers().call('todos.insert', { _id: 'todo', listId, text: 'x' });
    const [peer, stranger, guest] = [await ada.peer(), await eve.peer(), await subject.peer()];
    const all = await stranger.subscribe('lists.all', {});
    const views = [
      await stranger.subscribe('todos.byList', { listId }),
      await guest.subscribe('todos.byList', { listId }),
    ];
    const kept = await peer.subscribe('todos.byList', { listId });
    const members = [{ _id: ada.userId, username: ada.username }];
    await subject.collection('lists').updateOne({ _id: listId }, { $set: { owner: ada.userId, members } });
    await all.untilHolds([]);
    for (const view of views) await view.untilHolds([]);
    await ada.writers().call('todos.setText', { _id: 'todo', text: 'changed' });
    await kept.until('the change', () => kept.documents[0]?.text === 'changed');
    expect(kept.frames.map(({ event }) => event)).toEqual(['changed']);
    for (const view of views) expect(view.frames.map(({ event }) => event)).toEqual(['removed']);
    await subject.collection('lists').updateOne({ _id: listId }, { $unset: { owner: 1, members: 1 } });
    await all.untilHolds(await subject.stored('lists'));
    for (const view of [kept, ...views]) await view.untilHolds(await subject.stored('todos'));
  });

  add.foreign(
    'a todo that moves into a private list disappears from pages without access',
    async (subject) => {
      const ada = await subject.account();
      const [open, hidden] = [await subject.list(), await ada.list()];
      const todos = subject.collection('todos');
      await subject.writers().call('todos.insert', { _id: 'todo', listId: open, text: 'x' });
      const left = await (await subject.peer()).subscribe('todos.byList', { listId: open });
      const never = await (await subject.peer()).subscribe('todos.byList', { listId: hidden });
      const entered = await (await ada.peer()).subscribe('todos.byList', { listId: hidden });
      await todos.updateOne({ _id: 'todo' }, { $set: { listId: hidden, text: secret } });
      await entered.untilHolds(await subject.stored('todos'));
      await left.untilHolds([]);
      await todos.updateOne({ _id: 'todo' }, { $set: { listId: open, text: 'x' } });
      await left.untilHolds(await subject.stored('todos'));
      await entered.untilHolds([]);
      expect(never.frames).toEqual([]);
    },
  );

  add('an account may own 100 private lists, however many public ones there are', async (subject) => {
    const [ada, ben] = [await subject.account(), await subject.account()];
    const createdAt = new Date();
    const members = [ada, ben].map(({ userId, username }) => ({ _id: userId, username }));
    const owned = (owner: string, n: number) => ({
      _id: `${owner}-${n}`,
      name: 'x',
      createdAt,
      owner,
      members,
    });
    await subject
      .collection('lists')
      .insertMany([
        ...Array.from({ length: 99 }, (_, n) => owned(ada.userId, n)),
        ...Array.from({ length: 5 }, (_, n) => owned(ben.userId, n)),
      ]);
    await subject.fill('lists', 1000, { name: 'x' });
    const insert = (account: Account, isPrivate: boolean, _id = subject.id('list')) =>
      account.writers().call('lists.insert', { _id, name: 'x', private: isPrivate });
    await insert(ada, true, 'last');
    await expectRefusal(insert(ada, true), 'limit-reached');
    await expectRefusal(insert(ada, true, 'last'), 'duplicate-id');
    await insert(ben, true);
    await expectRefusal(insert(ben, false), 'limit-reached');
    await ada.writers().call('lists.remove', { _id: `${ada.userId}-0` });
    await insert(ada, true);
    await subject.writers().call('lists.remove', { _id: 'full-0' });
    await insert(ada, false);
  });
});

import { expect } from 'vitest';
import type { Account } from '../accounts/account.ts';
import { expectRefusal } from '../errors.ts';
import { feature } from '../feature.ts';
import type { Peer } from '../peer.ts';
import type { Subject } from '../subject.ts';
import type { Fields } from '../wire.ts';

/** A private list with one todo that is done and one that isn't. */
const [listId, done, open] = ['private', 'todo-done', 'todo-open'];

/** Who may call each method on a private list: its owner or all its members. Independent of the contract on purpose. */
const table: [method: string, who: 'owner' | 'member', input: Fields, answer: unknown][] = [
  ['todos.insert', 'member', { _id: 'todo-new', listId, text: 'new' }, 'todo-new'],
  ['todos.setText', 'member', { _id: open, text: 'changed' }, null],
  ['todos.setDone', 'member', { _id: open, done: true }, null],
  ['todos.setAllDone', 'member', { listId, done: false }, 1],
  ['todos.removeDone', 'member', { listId }, 1],
  ['todos.remove', 'member', { _id: open }, null],
  ['lists.rename', 'owner', { _id: listId, name: 'renamed' }, null],
  ['lists.share', 'owner', { _id: listId, username: 'Mia' }, null],
  ['lists.remove', 'owner', { _id: listId }, null],
];

/** Ada's list, which Ben may see and Eve may not, and a guest. */
async function four(subject: Subject) {
  const [ada, ben, eve] = await Promise.all(
    ['Ada', 'Ben', 'Eve', 'Mia'].map((name) => subject.account(name)),
  );
  return { ada, ben, eve } as { ada: Account; ben: Account; eve: Account };
}

async function prepare(subject: Subject, ada: Account, ben: Account): Promise<void> {
  const members = [ada, ben].map(({ userId, username }) => ({ _id: userId, username }));
  const createdAt = new Date(1_700_000_000_000);
  await subject.collection('lists').deleteMany({});
  await subject.collection('todos').deleteMany({});
  await subject
    .collection('lists')
    .insertOne({ _id: listId, name: 'x', createdAt, owner: ada.userId, members });
  await subject.collection('todos').insertMany([
    { _id: done, listId, text: 'x', done: true, createdAt },
    { _id: open, listId, text: 'x', done: false, createdAt },
  ]);
}

async function everything(subject: Subject) {
  return { lists: await subject.stored('lists'), todos: await subject.stored('todos') };
}

export const whoMay = feature('who may do what', (add) => {
  add("for strangers and guests a private list doesn't exist, by any method", async (subject) => {
    const { ada, ben, eve } = await four(subject);
    await prepare(subject, ada, ben);
    const before = await everything(subject);
    const peers = [await eve.peer(), await subject.peer()];
    const unshare = ['lists.unshare', 'member', { _id: listId, username: 'Ben' }] as const;
    for (const [method, , input] of [...table, unshare]) {
      for (const peer of peers) await expectRefusal(peer.call(method, input), 'not-found');
    }
    expect(await everything(subject)).toEqual(before);
  });

  add('the errors for a private and for a missing list are the same', async (subject) => {
    const { ada, ben, eve } = await four(subject);
    const peer = await eve.peer();
    const answers = async () => {
      const messages: string[] = [];
      for (const [method, , input] of table) {
        messages.push(
          (await peer.call(method, input).catch((error) => `${error.code}: ${error.message}`)) as string,
        );
      }
      return messages;
    };
    const ofNothing = await answers();
    await prepare(subject, ada, ben);
    expect(await answers()).toEqual(ofNothing);
  });

  add("members may write todos, and the owner's methods are `not-authorized` for them", async (subject) => {
    const { ada, ben } = await four(subject);
    await prepare(subject, ada, ben);
    const before = await everything(subject);
    const peer = await ben.peer();
    for (const [method, who, input] of table) {
      if (who === 'owner') await expectRefusal(peer.call(method, input), 'not-authorized');
    }
    for (const username of ['Ada', 'Mia']) {
      await expectRefusal(peer.call('lists.unshare', { _id: listId, username }), 'not-authorized');
    }
    expect(await everything(subject)).toEqual(before);
    await expectAnswers(subject, peer, 'member', ada, ben);
  });

  add('its owner may do everything', async (subject) => {
    const { ada, ben } = await four(subject);
    const peer = await ada.peer();
    await expectAnswers(subject, peer, 'owner', ada, ben);
    expect(await everything(subject)).toEqual({ lists: [], todos: [] });
  });

  add('anyone may rename and remove a public list, and nobody may share it', async (subject) => {
    const { ada, eve } = await four(subject);
    const guest = await subject.peer();
    for (const peer of [await ada.peer(), await eve.peer(), guest]) {
      const _id = await subject.list();
      const [before] = await subject.stored('lists', { _id });
      expect(Object.keys(before ?? {}).sort()).toEqual(['_id', 'createdAt', 'name']);
      for (const method of ['lists.share', 'lists.unshare']) {
        await expectRefusal(peer.call(method, { _id, username: 'Ben' }), 'not-authorized');
      }
      expect(await subject.stored('lists', { _id })).toEqual([before]);
      expect(await peer.call('lists.rename', { _id, name: 'renamed' })).toBeNull();
      await peer.call('todos.insert', { _id: subject.id('todo'), listId: _id, text: 'x' });
      expect(await peer.call('lists.remove', { _id })).toBeNull();
      expect(await everything(subject)).toEqual({ lists: [], todos: [] });
    }
  });

  add("a logged-in user's list is public unless it is created as private", async (subject) => {
    const ada = await subject.account();
    const peer = await ada.peer();
    await peer.call('lists.insert', { _id: 'one', name: 'one' });
    await peer.call('lists.insert', { _id: 'two', name: 'two', private: false });
    await peer.call('lists.insert', { _id: 'three', name: 'three', private: true });
    const lists = await subject.stored('lists');
    expect(lists.map(({ createdAt: _, ...rest }) => rest)).toEqual([
      { _id: 'one', name: 'one' },
      { _id: 'two', name: 'two' },
      {
        _id: 'three',
        name: 'three',
        owner: ada.userId,
        members: [{ _id: ada.userId, username: ada.username }],
      },
    ]);
    const guest = await subject.peer();
    const list = { _id: 'four', name: 'four', private: true };
    await expectRefusal(guest.call('lists.insert', list), 'not-authorized');
    await guest.call('lists.insert', { ...list, private: false });
  });
});

/** Calls every method for which such a user has access, one after another. */
async function expectAnswers(
  subject: Subject,
  peer: Peer,
  as: 'owner' | 'member',
  ada: Account,
  ben: Account,
): Promise<void> {
  await prepare(subject, ada, ben);
  for (const [method, who, input, answer] of table) {
    if (as === 'member' && who === 'owner') continue;
    // Each needs its documents, which an earlier one may have removed.
    if (method.startsWith('todos.')) await prepare(subject, ada, ben);
    expect(await peer.call(method, input), method).toEqual(answer);
  }
}

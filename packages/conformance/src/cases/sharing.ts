import { expect } from 'vitest';
import type { Account } from '../accounts/account.ts';
import { expectRefusal } from '../errors.ts';
import { type Add, feature } from '../feature.ts';
import type { Peer } from '../peer.ts';
import type { Subject } from '../subject.ts';
import type { View } from '../view.ts';

/** A page with an open private list. */
interface Page {
  peer: Peer;
  lists: View;
  todos: View;
}

async function open(account: Account, listId: string, url?: string): Promise<Page> {
  const peer = await account.peer({ reconnect: true, ...(url ? { url } : {}) });
  const lists = await peer.subscribe('lists.mine', {});
  return { peer, lists, todos: await peer.subscribe('todos.byList', { listId }) };
}

/** Ada's private list of three todos, open on Ada's and Ben's pages. */
async function twoPeople(
  subject: Subject,
  { isShared = false, url }: { isShared?: boolean; url?: string } = {},
) {
  const [ada, ben] = await Promise.all([subject.account(), subject.account()]);
  const listId = await ada.list();
  const writers = ada.writers();
  for (const text of ['one', 'two', 'three']) {
    await writers.call('todos.insert', { _id: subject.id('todo'), listId, text });
  }
  const share = () => writers.call('lists.share', { _id: listId, username: ben.username });
  const unshare = () => writers.call('lists.unshare', { _id: listId, username: ben.username });
  if (isShared) await share();
  const ofAda = await open(ada, listId);
  const ofBen = await open(ben, listId, url);
  const everything = async () => ({
    lists: await subject.stored('lists'),
    todos: await subject.stored('todos', { listId }),
  });
  if (isShared) await expectIn(ofBen, await everything());
  else await expectOut(ofBen);
  for (const { lists, todos } of [ofAda, ofBen]) for (const view of [lists, todos]) view.frames.length = 0;
  return { ada, ben, listId, writers, share, unshare, ofAda, ofBen, everything };
}

type Everything = Record<'lists' | 'todos', Awaited<ReturnType<Subject['stored']>>>;

async function expectIn({ lists, todos }: Page, stored: Everything): Promise<void> {
  await lists.untilHolds(stored.lists);
  await todos.untilHolds(stored.todos);
}

async function expectOut({ lists, todos }: Page): Promise<void> {
  await lists.untilHolds([]);
  await todos.untilHolds([]);
}

/** Exactly one change for each document. */
const framesOf = ({ todos }: Page) => todos.frames.map(({ event, id }) => `${event} ${id}`).sort();

/** Later writes are only sent to users with access. */
async function expectNothingMore(subject: Subject, listId: string, ofAda: Page, ofBen: Page): Promise<void> {
  const { peer, lists, todos } = ofBen;
  const seen = [lists.frames.length, todos.frames.length];
  const _id = subject.id('todo');
  await ofAda.peer.call('todos.insert', { _id, listId, text: 'between ourselves' });
  await ofAda.peer.call('todos.setDone', { _id, done: true });
  await ofAda.todos.until('its own writes', () => ofAda.todos.frames.at(-1)?.fields.done === true);
  await peer.call('messages.before', { roomId: 'r', createdAt: new Date(), _id: 'm', limit: 1 });
  expect([lists.frames.length, todos.frames.length]).toEqual(seen);
  await expectRefusal(peer.call('todos.setText', { _id, text: 'x' }), 'not-found');
}

/** The ways to remove Ben from Ada's list, other than `lists.unshare`. */
interface PuttingOut {
  name: string;
  isForeign?: true;
  /** The list is removed, for Ada as well. */
  isGone?: true;
  run(subject: Subject, people: Awaited<ReturnType<typeof twoPeople>>): Promise<unknown>;
}

const puttingOut: PuttingOut[] = [
  {
    name: 'the owner takes them off',
    run: (_subject, { unshare }) => unshare(),
  },
  {
    name: 'they leave',
    run: (_subject, { ben, listId, ofBen }) =>
      ofBen.peer.call('lists.unshare', { _id: listId, username: ben.username }),
  },
  {
    name: 'the owner removes the list',
    isGone: true,
    run: (_subject, { listId, writers }) => writers.call('lists.remove', { _id: listId }),
  },
  {
    name: 'the owner deletes the account',
    isGone: true,
    run: (subject, { ada }) => subject.accounts().remove(ada, ada.password),
  },
  {
    name: 'somebody removes them straight in MongoDB',
    isForeign: true,
    run: (subject, { ben, listId }) => {
      const members = { _id: ben.userId };
      return subject.collection('lists').updateOne({ _id: listId }, { $pull: { members } } as never);
    },
  },
  {
    name: 'somebody sets the members straight in MongoDB',
    isForeign: true,
    run: (subject, { ada, listId }) => {
      const members = [{ _id: ada.userId, username: ada.username }];
      return subject.collection('lists').updateOne({ _id: listId }, { $set: { members } });
    },
  },
  {
    name: 'somebody replaces the list straight in MongoDB',
    isForeign: true,
    run: async (subject, { ada, listId }) => {
      const [{ _id, ...list } = { _id: listId }] = await subject.stored('lists', { _id: listId });
      const members = [{ _id: ada.userId, username: ada.username }];
      return subject.collection('lists').replaceOne({ _id }, { ...list, members });
    },
  },
  {
    name: 'somebody removes the list straight in MongoDB, and leaves its todos',
    isForeign: true,
    isGone: true,
    run: (subject, { listId }) => subject.collection('lists').deleteOne({ _id: listId }),
  },
];

function addPuttingOut(add: Add, { name, isForeign, isGone, run }: PuttingOut): void {
  const title = `when ${name}, they get one \`removed\` for each document, and nothing more`;
  (isForeign ? add.foreign : add)(title, async (subject) => {
    const people = await twoPeople(subject, { isShared: true });
    const { listId, ofAda, ofBen } = people;
    const removed = ofBen.todos.documents.map(({ _id }) => `removed ${_id}`).sort();
    expect(removed.length).toBe(3);
    await run(subject, people);
    await expectOut(ofBen);
    expect(framesOf(ofBen)).toEqual(removed);
    expect(ofBen.lists.frames.at(-1)).toMatchObject({ event: 'removed', id: listId });
    expect(ofBen.lists.count('removed')).toBe(1);
    if (isGone) {
      await expectOut(ofAda);
      await expectRefusal(
        ofBen.peer.call('todos.insert', { _id: subject.id('todo'), listId, text: 'x' }),
        'not-found',
      );
      return;
    }
    await expectNothingMore(subject, listId, ofAda, ofBen);
    await expectIn(ofAda, await people.everything());
    expect(ofAda.todos.count('removed')).toBe(0);
  });
}

export const sharing = feature('sharing', (add) => {
  add(
    "a new member gets one `added` for each document, and the owner sees the member's writes",
    async (subject) => {
      const { ada, ben, listId, share, ofAda, ofBen, everything } = await twoPeople(subject);
      expect(await share()).toBeNull();
      await expectIn(ofBen, await everything());
      expect(framesOf(ofBen)).toEqual(ofBen.todos.documents.map(({ _id }) => `added ${_id}`).sort());
      expect(ofBen.lists.frames.length).toBe(1);
      const members = [ada, ben].map(({ userId, username }) => ({ _id: userId, username }));
      expect(ofBen.lists.documents).toMatchObject([{ owner: ada.userId, members }]);
      const _id = subject.id('todo');
      await ofBen.peer.call('todos.insert', { _id, listId, text: 'by the other' });
      for (const page of [ofAda, ofBen]) await expectIn(page, await everything());
      expect(ofAda.todos.frames.map(({ event }) => event)).toEqual(['added']);
    },
  );

  for (const each of puttingOut) addPuttingOut(add, each);

  add('removed and added again and again: each time a member gets the stored documents', async (subject) => {
    const { listId, writers, share, unshare, ofBen, everything } = await twoPeople(subject);
    for (let round = 0; round < 4; round += 1) {
      await share();
      await expectIn(ofBen, await everything());
      await unshare();
      await writers.call('todos.insert', { _id: subject.id('todo'), listId, text: 'meanwhile' });
      await expectOut(ofBen);
    }
  });

  add('a member who is added during writes misses nothing, and gets nothing twice', async (subject) => {
    const { ben, listId, writers, share, unshare, ofAda, ofBen } = await twoPeople(subject);
    let isWriting = true;
    const [first, second] = [ofAda.todos, ofBen.todos];
    const writing = Promise.all(
      [0, 1].map(async (writer) => {
        const account = writer === 0 ? writers : ben.writers();
        for (let n = 0; isWriting; n += 1) {
          const _id = `w${writer}-${n}`;
          // Rejected while Ben isn't a member.
          const answer = account.call('todos.insert', { _id, listId, text: `rev ${n}` });
          if (writer === 1) await answer.catch((error) => expect(error.code).toBe('not-found'));
          else {
            await answer;
            await account.call('todos.setText', { _id, text: `rev ${n} again` });
          }
        }
      }),
    );
    const joined: View[] = [];
    try {
      for (let round = 0; round < 5; round += 1) {
        const from = first.frames.length;
        await first.until('some writes', ({ frames }) => frames.length > from + 6);
        // One subscribes at the very moment at which it gets access.
        const [view] = await Promise.all([
          ben.peer().then((peer) => peer.subscribe('todos.byList', { listId })),
          share(),
        ]);
        joined.push(view);
        await second.until('the todos', ({ documents }) => documents.length > 6);
        if (round < 4) {
          await Promise.all([
            unshare(),
            ofBen.peer.call('todos.setDone', { _id: 'w0-0', done: round % 2 === 0 }).catch(() => {}),
          ]);
          await second.untilHolds([]);
        }
      }
    } finally {
      isWriting = false;
      await writing;
    }
    const stored = await subject.stored('todos', { listId });
    for (const view of [first, second, ...joined]) await view.untilHolds(stored);
  });

  add(
    "a deleted account leaves others' lists, and a new account with its name isn't on them",
    async (subject) => {
      const { ada, ben, listId, ofAda, ofBen } = await twoPeople(subject, { isShared: true });
      await subject.accounts().remove(ben, ben.password);
      await expectOut(ofBen);
      await ofAda.lists.untilHolds(await subject.stored('lists'));
      const [list] = await subject.stored('lists');
      expect(list?.members).toEqual([{ _id: ada.userId, username: ada.username }]);
      expect((await subject.stored('todos')).length).toBe(3);
      const next = await open(await subject.account(ben.username), listId);
      await expectNothingMore(subject, listId, ofAda, next);
      await expectOut(next);
    },
  );

  add.foreign(
    'members added or removed on one instance get or lose access on the others',
    async (subject) => {
      const { url } = await subject.another();
      const { share, unshare, ofAda, ofBen, listId, everything } = await twoPeople(subject, { url });
      await share();
      await expectIn(ofBen, await everything());
      ofBen.todos.frames.length = 0;
      await unshare();
      await expectOut(ofBen);
      expect(ofBen.todos.frames.map(({ event }) => event)).toEqual(['removed', 'removed', 'removed']);
      await expectNothingMore(subject, listId, ofAda, ofBen);
    },
  );
});

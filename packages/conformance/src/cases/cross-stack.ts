import { expect } from 'vitest';
import { pageFeature } from '../browser/page-feature.ts';
import { expectRefusal } from '../errors.ts';
import type { Peer } from '../peer.ts';
import { hashStart, storedUser } from '../stored-user.ts';
import type { Subject } from '../subject.ts';
import { inOrder } from '../view.ts';

/** A client of each app. */
function peers(one: Subject, other: Subject): Promise<[Peer, Peer]> {
  return Promise.all([one.peer(), other.peer()]);
}

/** One stack writes and the other shows it; run in both directions. */
export const crossStack = pageFeature<[Subject, Subject]>('cross-stack', (add) => {
  add('subscribers of one app see todos written through the other', async (one, other) => {
    const [writer, reader] = await peers(one, other);
    const listId = one.id('list');
    const lists = await reader.subscribe('lists.all', {});
    await writer.call('lists.insert', { _id: listId, name: 'shared 🙂' });
    await lists.untilHolds(await one.stored('lists'));
    const view = await reader.subscribe('todos.byList', { listId });
    const [kept, gone] = [one.id('todo'), one.id('todo')];
    for (const _id of [kept, gone]) await writer.call('todos.insert', { _id, listId, text: '{"$date":1}' });
    await writer.call('todos.setText', { _id: kept, text: 'changed' });
    await writer.call('todos.setAllDone', { listId, done: true });
    await writer.call('todos.remove', { _id: gone });
    await view.untilHolds(await one.stored('todos', { listId }));
    expect(view.documents).toMatchObject([{ _id: kept, text: 'changed', done: true }]);
    await writer.call('lists.remove', { _id: listId });
    await view.untilHolds([]);
    await lists.untilHolds([]);
  });
  add("messages sent through one move the other's window, frame by frame", async (one, other) => {
    const [writer, reader] = await peers(one, other);
    const roomId = one.id('room');
    await writer.call('rooms.insert', { _id: roomId, name: 'shared' });
    const view = await reader.subscribe('messages.byRoom', { roomId, limit: 3 });
    for (let n = 0; n < 8; n += 1) {
      await writer.call('messages.send', { _id: one.id('m'), roomId, nickname: 'ada', text: `${n}` });
    }
    await view.untilHolds(inOrder(await one.stored('messages', { roomId }), -1).slice(0, 3));
    expect([view.count('added'), view.count('removed')]).toEqual([8, 5]);
  });
  add('an id used through one is rejected by the other', async (one, other) => {
    const [writer, reader] = await peers(one, other);
    const [listId, _id] = [one.id('list'), one.id('todo')];
    await writer.call('lists.insert', { _id: listId, name: 'shared' });
    await writer.call('todos.insert', { _id, listId, text: 'first' });
    const refused = reader.call('todos.insert', { _id, listId, text: 'second' });
    await expect(refused).rejects.toMatchObject({ code: 'duplicate-id' });
  });
  add(
    'while both write concurrently, subscribers of both end with the stored documents',
    async (one, other) => {
      const [ofOne, ofOther] = await peers(one, other);
      const listId = one.id('list');
      await ofOne.call('lists.insert', { _id: listId, name: 'shared' });
      const views = [
        await ofOne.subscribe('todos.byList', { listId }),
        await ofOther.subscribe('todos.byList', { listId }),
      ];
      await Promise.all(
        [ofOne, ofOther].map(async (peer, who) => {
          for (let n = 0; n < 40; n += 1) {
            await peer.call('todos.insert', { _id: `w${who}-${n}`, listId, text: `${who} ${n}` });
            await peer.call('todos.setText', { _id: `w${who}-${n >> 1}`, text: `${who} ${n} again` });
          }
        }),
      );
      const stored = await one.stored('todos', { listId });
      expect(stored.length).toBe(80);
      for (const view of views) await view.untilHolds(stored);
    },
  );
  add('an account made through one logs in to the other, on the same document', async (one, other) => {
    const ada = await one.account('Ada');
    const before = await storedUser(one, 'Ada');
    const there = await other.accounts().logIn('ada', ada.password);
    expect(there.userId).toBe(ada.userId);
    await expectRefusal(other.accounts().logIn('ada', 'open the door'), '403');
    await expectRefusal(other.accounts().signUp('ADA', 'long enough'), '403');
    const after = await storedUser(one, 'Ada');
    // The log-in doesn't hash again, because the cost is the same on both.
    expect(after.services?.password).toEqual(before.services?.password);
    expect(after.services?.password?.argon2?.slice(0, hashStart.length)).toBe(hashStart);
    expect(after.services?.resume?.loginTokens?.length).toBe(2);
    await other.accounts().changePassword(there, ada.password, 'a new password');
    await expectRefusal(one.accounts().logIn('Ada', ada.password), '403');
    expect((await one.accounts().logIn('Ada', 'a new password')).userId).toBe(ada.userId);
  });
  add('of many concurrent sign-ups with one name through both, one succeeds', async (one, other) => {
    const names = Array.from({ length: 20 }, (_, n) => (n % 4 < 2 ? 'grace' : 'GRACE'));
    const outcomes = await Promise.allSettled(
      names.map((name, n) => (n % 2 ? one : other).accounts().signUp(name, 'long enough')),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.map(({ reason }) => reason.code ?? reason)).toEqual(Array(19).fill('403'));
    expect((await one.stored('users')).length).toBe(1);
  });
  add(
    'a member added or removed through one gets or loses access through the other at once',
    async (one, other) => {
      const [ada, ben] = [await one.account(), await other.account()];
      const listId = await ada.list();
      const writers = ada.writers();
      for (const text of ['one', 'two']) {
        await writers.call('todos.insert', { _id: one.id('todo'), listId, text });
      }
      const peer = await ben.peer();
      const lists = await peer.subscribe('lists.mine', {});
      const todos = await peer.subscribe('todos.byList', { listId });
      expect([lists.documents, todos.documents]).toEqual([[], []]);
      await writers.call('lists.share', { _id: listId, username: ben.username });
      await lists.untilHolds(await one.stored('lists'));
      await todos.untilHolds(await one.stored('todos'));
      await peer.call('todos.setAllDone', { listId, done: true });
      await todos.untilHolds(await one.stored('todos'));
      todos.frames.length = 0;
      await writers.call('lists.unshare', { _id: listId, username: ben.username });
      await lists.untilHolds([]);
      await todos.untilHolds([]);
      expect(todos.frames.map(({ event }) => event)).toEqual(['removed', 'removed']);
    },
  );
  add('logging out everywhere, or deleting the account, ends the sessions of both', async (one, other) => {
    const ada = await one.account();
    const listId = await ada.list();
    for (const end of ['logOutEverywhere', 'remove'] as const) {
      const [here, there] = [await one.again(ada), await other.again(ada)];
      const lists = await (await there.peer({ reconnect: true })).subscribe('lists.mine', {});
      await lists.untilHolds(await one.stored('lists', { _id: listId }));
      await one.accounts()[end](here, ada.password);
      await lists.untilHolds([]);
      expect(await other.accounts().whoIs(there.token)).toBeUndefined();
    }
    expect([await one.stored('users'), await one.stored('lists')]).toEqual([[], []]);
  });
});

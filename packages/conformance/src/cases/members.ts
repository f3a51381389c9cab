import { expect } from 'vitest';
import { codeOf, expectRefusal } from '../errors.ts';
import { feature } from '../feature.ts';
import type { Subject } from '../subject.ts';

/** Ada's private list, and Ben, who isn't a member. */
async function shareable(subject: Subject) {
  const [ada, ben] = await Promise.all([subject.account(), subject.account()]);
  const listId = await ada.list();
  const writers = ada.writers();
  const share = () => writers.call('lists.share', { _id: listId, username: ben.username });
  return { ada, ben, listId, writers, share };
}

export const members = feature('members of a list', (add) => {
  add('names are found in any case, and stored as their accounts have them', async (subject) => {
    const { ada, ben, listId, writers } = await shareable(subject);
    const membersOf = async () => (await subject.stored('lists'))[0]?.members;
    const both = [ada, ben].map(({ userId, username }) => ({ _id: userId, username }));
    for (const username of [ben.username.toUpperCase(), ben.username, ada.username]) {
      expect(await writers.call('lists.share', { _id: listId, username })).toBeNull();
      expect(await membersOf()).toEqual(both);
    }
    await expectRefusal(writers.call('lists.share', { _id: listId, username: 'nobody' }), 'not-found');
    for (const username of ['x'.repeat(31), 'a', 'a b']) {
      await expectRefusal(writers.call('lists.share', { _id: listId, username }), 'validation-error');
    }
    // The owner can't be removed.
    await expectRefusal(
      writers.call('lists.unshare', { _id: listId, username: ada.username }),
      'not-authorized',
    );
    expect(await writers.call('lists.unshare', { _id: listId, username: 'nobody' })).toBeNull();
    expect(await membersOf()).toEqual(both);
    expect(
      await writers.call('lists.unshare', { _id: listId, username: ben.username.toUpperCase() }),
    ).toBeNull();
    expect(await writers.call('lists.unshare', { _id: listId, username: ben.username })).toBeNull();
    expect(await membersOf()).toEqual(both.slice(0, 1));
  });

  add('all members that are added concurrently are added', async (subject) => {
    const { listId, writers } = await shareable(subject);
    const others = await Promise.all([1, 2, 3, 4].map(() => subject.account()));
    await Promise.all(others.map(({ username }) => writers.call('lists.share', { _id: listId, username })));
    await Promise.all(others.map(({ username }) => writers.call('lists.share', { _id: listId, username })));
    const [list] = await subject.stored('lists');
    const ids = ((list?.members ?? []) as { _id: string }[]).map(({ _id }) => _id);
    expect(ids.slice(1).sort()).toEqual(others.map(({ userId }) => userId).sort());
  });

  add('a list has at most 50 members, including its owner', async (subject) => {
    const { ada, ben, listId, writers, share } = await shareable(subject);
    const another = await subject.account();
    const members = Array.from({ length: 49 }, (_, n) => ({ _id: `member-${n}`, username: `member-${n}` }));
    members[0] = { _id: ada.userId, username: ada.username };
    await subject.collection('lists').updateOne({ _id: listId }, { $set: { members } });
    expect(await share()).toBeNull();
    const one = { _id: listId, username: another.username };
    await expectRefusal(writers.call('lists.share', one), 'limit-reached');
    // Adding a member again is allowed.
    expect(await share()).toBeNull();
    await writers.call('lists.unshare', { _id: listId, username: ben.username });
    await writers.call('lists.share', one);
  });

  add('at most 200 private lists of others may be shared with an account', async (subject) => {
    const [ada, ben] = await Promise.all([subject.account(), subject.account()]);
    const member = { _id: ben.userId, username: ben.username };
    const members = [{ _id: 'somebody', username: 'somebody' }, member];
    await subject.fill('lists', 198, { name: 'x', owner: 'somebody', members });
    await ben.list();
    const lists = await Promise.all([1, 2, 3, 4].map(() => ada.list()));
    const share = async (_id: string | undefined) =>
      codeOf((await ada.peer()).call('lists.share', { _id, username: ben.username }));
    const codes: (string | undefined)[] = [];
    for (const _id of lists) codes.push(await share(_id));
    expect(codes.filter((code) => code === undefined).length).toBe(2);
    expect(codes.filter((code) => code === 'limit-reached').length).toBe(2);
    // Adding a member again is allowed, and leaving one list makes room for another.
    const [refused, joined] = ['limit-reached', undefined].map((code) => lists[codes.indexOf(code)]);
    expect(await share(joined)).toBeUndefined();
    await (await ben.peer()).call('lists.unshare', { _id: 'full-0', username: ben.username });
    expect(await share(refused)).toBeUndefined();
    expect((await subject.stored('lists', { 'members._id': ben.userId })).length).toBe(201);
  });
});

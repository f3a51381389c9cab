import { expect } from 'vitest';
import { expectRefusal } from '../errors.ts';
import { feature } from '../feature.ts';

export const names = feature('names in rooms', (add) => {
  add("a guest may not use an account's name in any spelling", async (subject) => {
    const [roomId, ada] = [await subject.room(), await subject.account('Ada')];
    const guest = await subject.peer();
    for (const nickname of [
      'Ada',
      'ada',
      'ADA',
      '  ada ',
      'Ａｄａ',
      'ａda',
      'A\u3164da',
      'Ada\u2800',
      '\u00adAda',
    ]) {
      const message = { _id: subject.id('m'), roomId, nickname, text: 'x' };
      await expectRefusal(guest.call('messages.send', message), 'name-taken');
      await expectRefusal(guest.call('presence.enter', { _id: 'here', roomId, nickname }), 'name-taken');
    }
    expect([await subject.stored('messages'), await subject.stored('presence')]).toEqual([[], []]);
    for (const nickname of ['Adam', 'ad', 'Ada L', 'nobody']) {
      await guest.call('messages.send', { _id: subject.id('m'), roomId, nickname, text: 'x' });
    }
    const turned = { _id: subject.id('m'), roomId, nickname: '\u202eadA', text: 'x' };
    await expectRefusal(guest.call('messages.send', turned), 'validation-error');
    await subject.accounts().remove(ada, ada.password);
    await guest.call('messages.send', { _id: subject.id('m'), roomId, nickname: 'Ada', text: 'x' });
    for (const message of await subject.stored('messages')) expect(message).not.toHaveProperty('userId');
  });

  add("a logged-in user has the account's name, whatever the page sends", async (subject) => {
    const [roomId, ada, ben] = [await subject.room(), await subject.account(), await subject.account()];
    const reader = await subject.peer();
    const messages = await reader.subscribe('messages.byRoom', { roomId, limit: 10 });
    const presence = await reader.subscribe('presence.byRoom', { roomId });
    const peer = await ada.peer();
    for (const nickname of ['mia', ben.username, ada.username]) {
      await peer.call('messages.send', { _id: subject.id('m'), roomId, nickname, text: 'x' });
      await peer.call('presence.enter', { _id: 'here', roomId, nickname });
    }
    await messages.untilHolds(await subject.stored('messages'));
    await presence.untilHolds(await subject.stored('presence'));
    expect(messages.documents.length).toBe(3);
    for (const message of messages.documents) {
      expect(message).toMatchObject({ nickname: ada.username, userId: ada.userId });
    }
    expect(presence.documents).toMatchObject([{ _id: 'here', nickname: ada.username }]);
    const page = { roomId, createdAt: new Date(Date.now() + 60_000), _id: 'm', limit: 10 };
    expect(await reader.call('messages.before', page)).toMatchObject(
      Array(3).fill({ nickname: ada.username, userId: ada.userId }),
    );
  });

  add('messages of a deleted account stay, under another name and without its id', async (subject) => {
    const [roomId, ada, ben] = [await subject.room(), await subject.account(), await subject.account()];
    const view = await (await subject.peer()).subscribe('messages.byRoom', { roomId, limit: 10 });
    for (const account of [ada, ben]) {
      const peer = await account.peer();
      await peer.call('messages.send', { _id: account.username, roomId, nickname: 'x', text: 'kept' });
    }
    const guest = { _id: 'guest', roomId, nickname: 'deleted', text: 'kept' };
    await subject.writers().call('messages.send', guest);
    await view.until('three messages', ({ documents }) => documents.length === 3);
    await subject.accounts().remove(ada, ada.password);
    const stored = await subject.stored('messages', { _id: ada.username });
    expect(stored).toMatchObject([{ nickname: 'deleted account', text: 'kept' }]);
    expect(stored[0]).not.toHaveProperty('userId');
    await view.untilHolds(await subject.stored('messages'));
    expect(view.frames.at(-1)).toEqual({
      event: 'changed',
      id: ada.username,
      fields: { nickname: 'deleted account' },
      cleared: ['userId'],
    });
    expect(await subject.stored('messages', { _id: ben.username })).toMatchObject([{ userId: ben.userId }]);
  });

  add('public lists of a deleted account stay', async (subject) => {
    const ada = await subject.account();
    await ada.writers().call('lists.insert', { _id: 'public', name: 'x' });
    await ada.writers().call('todos.insert', { _id: 'todo', listId: 'public', text: 'x' });
    await ada.list();
    await subject.accounts().remove(ada, ada.password);
    expect(await subject.stored('lists')).toMatchObject([{ _id: 'public' }]);
    expect((await subject.stored('todos')).length).toBe(1);
  });
});

import { expect } from 'vitest';
import { expectRefusal } from '../errors.ts';
import { feature } from '../feature.ts';
import { collections } from '../subject.ts';

/** Methods with otherwise valid inputs that name a missing document. */
const ofNothing: [method: string, input: Record<string, unknown>][] = [
  ['lists.rename', { _id: 'nothing', name: 'x' }],
  ['lists.remove', { _id: 'nothing' }],
  ['lists.share', { _id: 'nothing', username: 'ada' }],
  ['lists.unshare', { _id: 'nothing', username: 'ada' }],
  ['todos.insert', { _id: 'fresh', listId: 'nothing', text: 'x' }],
  ['todos.setText', { _id: 'nothing', text: 'x' }],
  ['todos.setDone', { _id: 'nothing', done: true }],
  ['todos.setAllDone', { listId: 'nothing', done: true }],
  ['todos.remove', { _id: 'nothing' }],
  ['todos.removeDone', { listId: 'nothing' }],
  ['messages.send', { _id: 'fresh', roomId: 'nothing', nickname: 'ada', text: 'x' }],
  ['presence.enter', { _id: 'fresh', roomId: 'nothing', nickname: 'ada' }],
];

const good: [method: string, input: Record<string, unknown>][] = [
  ['lists.insert', { _id: 'a', name: 'x' }],
  ['lists.rename', { _id: 'a', name: 'x' }],
  ['lists.remove', { _id: 'a' }],
  ['lists.share', { _id: 'a', username: 'ada' }],
  ['lists.unshare', { _id: 'a', username: 'ada' }],
  ['todos.insert', { _id: 'a', listId: 'a', text: 'x' }],
  ['todos.setText', { _id: 'a', text: 'x' }],
  ['todos.setDone', { _id: 'a', done: true }],
  ['todos.setAllDone', { listId: 'a', done: true }],
  ['todos.remove', { _id: 'a' }],
  ['todos.removeDone', { listId: 'a' }],
  ['rooms.insert', { _id: 'a', name: 'x' }],
  ['messages.send', { _id: 'a', roomId: 'a', nickname: 'x', text: 'x' }],
  ['presence.enter', { _id: 'a', roomId: 'a', nickname: 'x' }],
  ['presence.leave', { _id: 'a' }],
  ['messages.before', { roomId: 'a', createdAt: new Date(0), _id: 'a', limit: 1 }],
];

/** Invalid for every field, by type or range. */
const never: unknown[] = [
  null,
  {},
  [],
  { $gt: '' },
  { $ne: null },
  ['x'],
  '',
  '   ',
  1.5,
  -1,
  { $regex: '.' },
];
const badIds = ['a b', 'a.b', 'a/b', 'ä', 'a$', '$a', 'x'.repeat(65), ' a', 7, true];

const publications: [name: string, params: Record<string, unknown>][] = [
  ['todos.byList', { listId: 'a' }],
  ['messages.byRoom', { roomId: 'a', limit: 5 }],
  ['presence.byRoom', { roomId: 'a' }],
];

export const errors = feature('errors', (add) => {
  add('a missing document is `not-found`', async (subject) => {
    const peer = await subject.peer();
    for (const [method, input] of ofNothing) await expectRefusal(peer.call(method, input), 'not-found');
    for (const name of collections) {
      expect(await subject.stored(name)).toEqual([]);
    }
  });

  add('an id that exists is `duplicate-id`, and nothing is overwritten', async (subject) => {
    const [listId, roomId] = [await subject.list(), await subject.room()];
    const peer = await subject.peer();
    const todo = { _id: 'todo', listId, text: 'first' };
    const message = { _id: 'message', roomId, nickname: 'ada', text: 'first' };
    await peer.call('todos.insert', todo);
    await peer.call('messages.send', message);
    await expectRefusal(peer.call('todos.insert', { ...todo, text: 'second' }), 'duplicate-id');
    await expectRefusal(peer.call('messages.send', { ...message, text: 'second' }), 'duplicate-id');
    await expectRefusal(peer.call('lists.insert', { _id: listId, name: 'second' }), 'duplicate-id');
    await expectRefusal(peer.call('rooms.insert', { _id: roomId, name: 'second' }), 'duplicate-id');
    expect((await subject.stored('todos'))[0]?.text).toBe('first');
    expect((await subject.stored('messages'))[0]?.text).toBe('first');
  });

  add('an unknown name is `404`', async (subject) => {
    const peer = await subject.peer();
    await expectRefusal(peer.call('todos.explode', { _id: 'a' }), '404');
    await expectRefusal(peer.call('nothing'), '404');
    await expectRefusal(peer.subscribe('todos.byMood', { listId: 'a' }), '404');
  });

  add('after an error the connection still works', async (subject) => {
    const listId = await subject.list();
    const peer = await subject.peer();
    await expectRefusal(peer.subscribe('todos.byList', { listId: 5 }), 'validation-error');
    await expectRefusal(peer.call('todos.insert', { nonsense: true }), 'validation-error');
    const view = await peer.subscribe('todos.byList', { listId });
    await peer.call('todos.insert', { _id: 'todo', listId, text: 'x' });
    await view.until('the todo', () => view.has('todo'));
  });
});

export const validation = feature('validation', (add) => {
  for (const [method, input] of good) {
    add(`${method} rejects missing, additional and invalid fields`, async (subject) => {
      const writers = subject.writers();
      const refused = async (bad: unknown) => expectRefusal(writers.call(method, bad), 'validation-error');
      for (const bad of [null, undefined, [], 'text', 5, true, {}, [input]]) await refused(bad);
      await refused({ ...input, extra: 1 });
      await refused({ ...input, createdBy: 'me' });
      for (const field of Object.keys(input)) {
        const { [field]: _, ...rest } = input;
        await refused(rest);
        for (const value of never) await refused({ ...input, [field]: value });
        if (/^_id$|Id$/.test(field)) for (const value of badIds) await refused({ ...input, [field]: value });
      }
      for (const name of collections) {
        expect(await subject.stored(name)).toEqual([]);
      }
    });
  }

  add('whether a list is private is yes or no', async (subject) => {
    const peer = await subject.peer();
    for (const value of [null, 1, 'true', {}, []]) {
      const list = { _id: 'a', name: 'x', private: value };
      await expectRefusal(peer.call('lists.insert', list), 'validation-error');
    }
    expect(await subject.stored('lists')).toEqual([]);
  });

  add('the server sets the date of an insert, not the client', async (subject) => {
    const peer = await subject.peer();
    const list = { _id: 'a', name: 'x', createdAt: new Date(0) };
    await expectRefusal(peer.call('lists.insert', list), 'validation-error');
  });

  for (const [name, params] of publications) {
    add(`${name} rejects missing, additional and invalid parameters`, async (subject) => {
      let peer = await subject.peer();
      let count = 0;
      const refused = async (bad: unknown) => {
        // A connection may subscribe 100 times in 10 s.
        if (++count % 90 === 0) peer = await subject.peer();
        await expectRefusal(peer.subscribe(name, bad as never), 'validation-error');
      };
      for (const bad of [[], 'text', 5, true, {}, [params]]) await refused(bad);
      await refused({ ...params, extra: 1 });
      for (const field of Object.keys(params)) {
        const { [field]: _, ...rest } = params;
        await refused(rest);
        for (const value of never) await refused({ ...params, [field]: value });
        if (/Id$/.test(field)) for (const value of badIds) await refused({ ...params, [field]: value });
      }
    });
  }

  add('publications without parameters reject any', async (subject) => {
    const peer = await subject.peer();
    for (const name of ['lists.all', 'lists.mine', 'rooms.all']) {
      for (const bad of [{ listId: 'a' }, [], 'text', 5, new Date(0)]) {
        await expectRefusal(peer.subscribe(name, bad as never), 'validation-error');
      }
    }
  });
});

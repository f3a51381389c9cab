import { expect } from 'vitest';
import { feature } from '../feature.ts';
import type { Subject } from '../subject.ts';

/** A list of three todos, created through the app, and a subscriber. */
async function threeTodos(subject: Subject) {
  const listId = await subject.list();
  const writers = subject.writers();
  const [first, second, third] = [subject.id('todo'), subject.id('todo'), subject.id('todo')];
  for (const _id of [first, second, third])
    await writers.call('todos.insert', { _id, listId, text: `${_id}!` });
  const view = await (await subject.peer()).subscribe('todos.byList', { listId });
  expect(view.documents.length).toBe(3);
  return { listId, writers, view, first, second, third };
}

export const changes = feature(
  'changes',
  (add) => {
    add('an insert is one `added` with the whole document', async (subject) => {
      const { listId, writers, view } = await threeTodos(subject);
      const _id = subject.id('todo');
      const before = Date.now();
      expect(await writers.call('todos.insert', { _id, listId, text: 'new' })).toBe(_id);
      await view.until('the new todo', () => view.has(_id));
      const createdAt = view.frames[0]?.fields.createdAt as Date;
      expect(view.frames).toEqual([
        { event: 'added', id: _id, fields: { listId, text: 'new', done: false, createdAt }, cleared: [] },
      ]);
      expect(createdAt).toBeInstanceOf(Date);
      expect(createdAt.getTime()).toBeGreaterThanOrEqual(before - 1000);
      expect(createdAt.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
      await view.untilHolds(await subject.stored('todos', { listId }));
    });

    add('a change of text or of `done` is one `changed` with only that field', async (subject) => {
      const { listId, writers, view, first, second } = await threeTodos(subject);
      expect(await writers.call('todos.setText', { _id: first, text: 'other' })).toBeNull();
      expect(await writers.call('todos.setDone', { _id: second, done: true })).toBeNull();
      await view.until('two changes', ({ frames }) => frames.length === 2);
      expect(view.frames).toEqual([
        { event: 'changed', id: first, fields: { text: 'other' }, cleared: [] },
        { event: 'changed', id: second, fields: { done: true }, cleared: [] },
      ]);
      await view.untilHolds(await subject.stored('todos', { listId }));
    });

    add('a removal is one `removed`', async (subject) => {
      const { listId, writers, view, second } = await threeTodos(subject);
      expect(await writers.call('todos.remove', { _id: second })).toBeNull();
      await view.until('the removal', () => !view.has(second));
      expect(view.frames).toEqual([{ event: 'removed', id: second, fields: {}, cleared: [] }]);
      await view.untilHolds(await subject.stored('todos', { listId }));
    });

    add(
      'setAllDone and removeDone send a change for each affected todo, and return their number',
      async (subject) => {
        const { listId, writers, view, first, second, third } = await threeTodos(subject);
        await writers.call('todos.setDone', { _id: second, done: true });
        await view.until('the first change', ({ frames }) => frames.length === 1);
        expect(await writers.call('todos.setAllDone', { listId, done: true })).toBe(2);
        await view.until('two more changes', ({ frames }) => frames.length === 3);
        expect(view.frames.slice(1).map(({ event, id, fields }) => [event, id, fields])).toEqual(
          expect.arrayContaining([
            ['changed', first, { done: true }],
            ['changed', third, { done: true }],
          ]),
        );
        await writers.call('todos.setDone', { _id: third, done: false });
        expect(await writers.call('todos.removeDone', { listId })).toBe(2);
        await view.until('only one todo', ({ documents }) => documents.length === 1);
        expect(view.count('removed')).toBe(2);
        expect(await writers.call('todos.removeDone', { listId })).toBe(0);
        expect(await writers.call('todos.setAllDone', { listId, done: false })).toBe(0);
        await view.untilHolds(await subject.stored('todos', { listId }));
      },
    );

    add('a write that changes nothing sends no change', async (subject) => {
      const { listId, writers, view, first } = await threeTodos(subject);
      await writers.call('todos.setText', { _id: first, text: `${first}!` });
      await writers.call('todos.setDone', { _id: first, done: false });
      // A later change shows that theirs would have arrived.
      await writers.call('todos.setText', { _id: first, text: 'the end' });
      await view.until('the last change', ({ frames }) => frames.at(-1)?.fields.text === 'the end');
      expect(view.frames.length).toBe(1);
      await view.untilHolds(await subject.stored('todos', { listId }));
    });

    add('a list is inserted, renamed, and removed with its todos', async (subject) => {
      const { listId, writers, view: todos } = await threeTodos(subject);
      const lists = await (await subject.peer()).subscribe('lists.all', {});
      const other = subject.id('list');
      expect(await writers.call('lists.insert', { _id: other, name: 'Other' })).toBe(other);
      expect(await writers.call('lists.rename', { _id: listId, name: 'Renamed' })).toBeNull();
      await lists.until('both changes', ({ frames }) => frames.length === 2);
      expect(lists.frames[0]).toMatchObject({ event: 'added', id: other, fields: { name: 'Other' } });
      expect(lists.frames[1]).toEqual({
        event: 'changed',
        id: listId,
        fields: { name: 'Renamed' },
        cleared: [],
      });
      expect(await writers.call('lists.remove', { _id: listId })).toBeNull();
      await lists.untilHolds(await subject.stored('lists'));
      await todos.untilHolds([]);
      expect(await subject.stored('todos')).toEqual([]);
    });

    add('a room and a message are inserted', async (subject) => {
      const rooms = await (await subject.peer()).subscribe('rooms.all', {});
      const roomId = await subject.room();
      await rooms.until('the room', () => rooms.has(roomId));
      const messages = await (await subject.peer()).subscribe('messages.byRoom', { roomId, limit: 10 });
      const _id = subject.id('message');
      const message = { _id, roomId, nickname: 'ada', text: 'hello' };
      expect(await subject.writers().call('messages.send', message)).toBe(_id);
      await messages.until('the message', () => messages.has(_id));
      expect(messages.frames).toMatchObject([{ event: 'added', id: _id, fields: { text: 'hello' } }]);
      await rooms.untilHolds(await subject.stored('rooms'));
      await messages.untilHolds(await subject.stored('messages'));
    });

    add('changes in another list are not sent', async (subject) => {
      const { listId, writers, view } = await threeTodos(subject);
      const other = await subject.list();
      await writers.call('todos.insert', { _id: subject.id('todo'), listId: other, text: 'elsewhere' });
      await writers.call('todos.setAllDone', { listId: other, done: true });
      const _id = subject.id('todo');
      await writers.call('todos.insert', { _id, listId, text: 'here' });
      await view.until('the todo of this list', () => view.has(_id));
      expect(view.frames.map(({ id }) => id)).toEqual([_id]);
    });

    add('text is trimmed before it is stored', async (subject) => {
      const { listId, writers, view, first } = await threeTodos(subject);
      await writers.call('todos.setText', { _id: first, text: ' \t inner  space \n ' });
      await view.until('the trimmed text', ({ frames }) => frames.length === 1);
      expect(view.frames[0]?.fields).toEqual({ text: 'inner  space' });
      await view.untilHolds(await subject.stored('todos', { listId }));
    });
  },
  { basic: true },
);

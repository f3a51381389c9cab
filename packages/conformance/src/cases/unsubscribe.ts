import { expect } from 'vitest';
import { feature } from '../feature.ts';

export const unsubscribe = feature(
  'unsubscribe',
  (add) => {
    add('after it no changes are sent, and the connection stays open', async (subject) => {
      const listId = await subject.list();
      const [leaving, staying] = [await subject.peer(), await subject.peer()];
      const left = await leaving.subscribe('todos.byList', { listId });
      const kept = await staying.subscribe('todos.byList', { listId });
      await left.stop();
      left.frames.length = 0;
      const writers = subject.writers();
      for (let n = 0; n < 5; n += 1) {
        await writers.call('todos.insert', { _id: subject.id('todo'), listId, text: `${n}` });
      }
      await kept.until('five todos', ({ documents }) => documents.length === 5);
      // Its answer arrives after everything that was sent before.
      await leaving.call('messages.before', { roomId: 'r', createdAt: new Date(), _id: 'm', limit: 1 });
      expect(left.frames).toEqual([]);
    });

    add('another subscription to the same query on the same connection stays', async (subject) => {
      const listId = await subject.list();
      const peer = await subject.peer();
      const first = await peer.subscribe('todos.byList', { listId });
      const stopFirst = first.stop;
      const second = await peer.subscribe('todos.byList', { listId });
      await stopFirst();
      const _id = subject.id('todo');
      await subject.writers().call('todos.insert', { _id, listId, text: 'still here' });
      await second.until('the todo', () => second.has(_id));
      expect(second.frames.length).toBe(1);
    });

    add('subscribing again starts from a current snapshot', async (subject) => {
      const listId = await subject.list();
      const peer = await subject.peer();
      const writers = subject.writers();
      const insert = (text: string) =>
        writers.call('todos.insert', { _id: subject.id('todo'), listId, text });
      await insert('before');
      const view = await peer.subscribe('todos.byList', { listId });
      await view.stop();
      await insert('meanwhile');
      const again = await peer.subscribe('todos.byList', { listId });
      await again.untilHolds(await subject.stored('todos', { listId }));
      await insert('after');
      await again.untilHolds(await subject.stored('todos', { listId }));
    });
  },
  { basic: true },
);

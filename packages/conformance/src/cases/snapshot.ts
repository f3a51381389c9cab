import { expect } from 'vitest';
import { feature } from '../feature.ts';
import type { Subject } from '../subject.ts';
import { inOrder } from '../view.ts';
import type { Document } from '../wire.ts';

/** Documents a minute apart, except every third, which has the previous one's time. */
function times(count: number): Date[] {
  return Array.from(
    { length: count },
    (_, n) => new Date(1_700_000_000_000 + (n - (n % 3 ? 0 : 1)) * 60_000),
  );
}

async function store(subject: Subject, name: 'lists' | 'rooms', count: number): Promise<Document[]> {
  const documents = times(count).map((createdAt, n) => ({
    _id: `${name}-${count - n}`,
    name: `${n}`,
    createdAt,
  }));
  await subject.collection(name).insertMany(documents);
  return documents;
}

async function storeTodos(subject: Subject, listId: string, count: number): Promise<Document[]> {
  const documents = times(count).map((createdAt, n) => {
    return { _id: `${listId}-${count - n}`, listId, text: `todo ${n}`, done: n % 2 === 0, createdAt };
  });
  await subject.collection('lists').insertOne({ _id: listId, name: listId, createdAt: new Date(0) });
  await subject.collection('todos').insertMany(documents);
  return documents;
}

async function storeMessages(subject: Subject, roomId: string, count: number): Promise<Document[]> {
  const documents = times(count).map((createdAt, n) => {
    return { _id: `${roomId}-${count - n}`, roomId, nickname: 'ada', text: `message ${n}`, createdAt };
  });
  await subject.collection('messages').insertMany(documents);
  return documents;
}

const ids = (documents: readonly Document[]) => documents.map(({ _id }) => _id);

export const snapshot = feature(
  'snapshot',
  (add) => {
    add('a list that does not exist is empty', async (subject) => {
      const peer = await subject.peer();
      const view = await peer.subscribe('todos.byList', { listId: 'nobody' });
      expect(view.documents).toEqual([]);
    });

    add('lists.all has every list, oldest first', async (subject) => {
      const lists = await store(subject, 'lists', 9);
      const view = await (await subject.peer()).subscribe('lists.all', {});
      await view.untilHolds(lists);
      expect(view.snapshot).toEqual(ids(inOrder(lists, 1)));
    });

    add('rooms.all has every room, oldest first', async (subject) => {
      const rooms = await store(subject, 'rooms', 9);
      const view = await (await subject.peer()).subscribe('rooms.all', {});
      await view.untilHolds(rooms);
      expect(view.snapshot).toEqual(ids(inOrder(rooms, 1)));
    });

    add('a publication without parameters may be subscribed to without any', async (subject) => {
      const lists = await store(subject, 'lists', 2);
      await (await (await subject.peer()).subscribe('lists.all')).untilHolds(lists);
    });

    add("todos.byList has only one list's todos, oldest first", async (subject) => {
      const todos = await storeTodos(subject, 'list-a', 9);
      await storeTodos(subject, 'list-b', 5);
      const view = await (await subject.peer()).subscribe('todos.byList', { listId: 'list-a' });
      await view.untilHolds(todos);
      expect(view.snapshot).toEqual(ids(inOrder(todos, 1)));
    });

    add("messages.byRoom has one room's newest messages, newest first", async (subject) => {
      const messages = await storeMessages(subject, 'room-a', 12);
      await storeMessages(subject, 'room-b', 12);
      const view = await (await subject.peer()).subscribe('messages.byRoom', { roomId: 'room-a', limit: 5 });
      const newest = inOrder(messages, -1).slice(0, 5);
      await view.untilHolds(newest);
      expect(view.snapshot).toEqual(ids(newest));
    });

    add('a window wider than the room has the whole room', async (subject) => {
      const messages = await storeMessages(subject, 'room-a', 3);
      const view = await (await subject.peer()).subscribe('messages.byRoom', {
        roomId: 'room-a',
        limit: 100,
      });
      await view.untilHolds(messages);
    });

    add('a large snapshot is complete when the subscription is', async (subject) => {
      const todos = await storeTodos(subject, 'list-a', 3000);
      const view = await (await subject.peer()).subscribe('todos.byList', { listId: 'list-a' });
      expect(view.documents.length).toBe(3000);
      await view.untilHolds(todos);
    });

    add('several subscriptions on one connection stay separate', async (subject) => {
      const todos = await storeTodos(subject, 'list-a', 3);
      const messages = await storeMessages(subject, 'room-a', 3);
      await store(subject, 'lists', 3);
      const lists = await subject.stored('lists');
      const peer = await subject.peer();
      const [ofLists, ofTodos, ofMessages] = await Promise.all([
        peer.subscribe('lists.all', {}),
        peer.subscribe('todos.byList', { listId: 'list-a' }),
        peer.subscribe('messages.byRoom', { roomId: 'room-a', limit: 10 }),
      ]);
      await ofLists.untilHolds(lists);
      await ofTodos.untilHolds(todos);
      await ofMessages.untilHolds(messages);
    });
  },
  { basic: true },
);

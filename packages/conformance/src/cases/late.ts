import { expect } from 'vitest';
import { codeOf } from '../errors.ts';
import { feature } from '../feature.ts';
import { holdInsert } from '../held-mongo.ts';
import { orphans } from '../race.ts';
import type { Subject } from '../subject.ts';
import type { Fields } from '../wire.ts';

/** Who looked whether it is there before it was removed, and whose document comes when it has long been empty. */
export const late = feature('what MongoDB gets late', (add) => {
  add('a todo is not left in a list that was removed meanwhile', async (subject) => {
    const listId = await subject.list();
    const todo = { _id: subject.id('todo'), listId, text: 'late' };
    await insertLate(subject, 'todos', ['todos.insert', todo], ['lists.remove', { _id: listId }]);
  });

  add('a message is not left in a room that was removed meanwhile', async (subject) => {
    const roomId = await subject.room();
    const message = { _id: subject.id('message'), roomId, nickname: 'late', text: 'late' };
    await insertLate(subject, 'messages', ['messages.send', message], ['rooms.remove', { _id: roomId }]);
  });
});

type Call = [name: string, input: Fields];

async function insertLate(
  subject: Subject,
  collection: 'todos' | 'messages',
  insert: Call,
  remove: Call,
): Promise<void> {
  const held = await holdInsert(subject.mongo.url, collection);
  subject.owns(held.relay);
  const { url } = await subject.another(undefined, held);
  const [late, quick] = [await subject.peer({ url }), await subject.peer()];
  const inserting = codeOf(late.call(...insert));
  try {
    await Promise.race([held.hasCome, inserting]);
    await quick.call(...remove);
  } finally {
    held.pass();
  }
  expect(await inserting).toBe('not-found');
  expect(await subject.stored(collection)).toEqual([]);
  expect(await orphans(subject)).toEqual([]);
}

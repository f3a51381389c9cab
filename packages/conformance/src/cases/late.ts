import { setTimeout as pause } from 'node:timers/promises';
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

  add('a room has place for 200 when the last place was taken meanwhile', async (subject) => {
    const roomId = await subject.room();
    const beat = { _id: subject.id('presence'), roomId, nickname: 'late' };
    const expiresAt = new Date(Date.now() + 3_600_000);
    const code = await whileHeld(subject, 'presence', ['presence.beat', beat], async () => {
      await subject.fill('presence', 200, { roomId, nickname: 'guest', expiresAt });
      await pause(100); // so long an insert takes that is looked at again
    });
    expect(code).toBe('limit-reached');
    expect(await subject.stored('presence', { _id: beat._id })).toEqual([]);
    expect((await subject.stored('presence')).length).toBe(200);
  });
});

type Call = [name: string, input: Fields];

async function insertLate(
  subject: Subject,
  collection: 'todos' | 'messages',
  insert: Call,
  remove: Call,
): Promise<void> {
  const quick = await subject.peer();
  const code = await whileHeld(subject, collection, insert, () => quick.call(...remove));
  expect(code).toBe('not-found');
  expect(await subject.stored(collection)).toEqual([]);
  expect(await orphans(subject)).toEqual([]);
}

/** @returns the code that a call is answered with whose insert MongoDB gets when something else was done */
async function whileHeld(
  subject: Subject,
  collection: string,
  call: Call,
  meanwhile: () => Promise<unknown>,
): Promise<string | undefined> {
  const held = await holdInsert(subject.mongo.url, collection);
  subject.owns(held.relay);
  const { url } = await subject.another(undefined, held);
  const late = await subject.peer({ url });
  const inserting = codeOf(late.call(...call));
  try {
    await Promise.race([held.hasCome, inserting]);
    await meanwhile();
  } finally {
    held.pass();
  }
  return inserting;
}

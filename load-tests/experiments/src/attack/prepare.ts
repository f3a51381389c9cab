import { sampleTodo } from '@meteor-vs-mean/contract';
import type { Db } from 'mongodb';
import { known } from './grammar/calls.ts';

/** What the witness uses, and no frame names. */
export const witnessed = { listId: 'witness-list', todoId: 'witness-todo' };

/** Puts into a database what calls of an attack name, and what the witness uses. */
export async function prepare(db: Db): Promise<void> {
  const createdAt = new Date(1_700_000_000_000);
  const named = (_id: string) => ({ _id, name: _id, createdAt });
  const collection = (name: string) => db.collection<{ _id: string; [field: string]: unknown }>(name);
  await collection('lists').insertMany([...known.lists, witnessed.listId].map(named));
  await collection('rooms').insertMany(known.rooms.map(named));
  await collection('todos').insertMany([
    ...known.todos.map((_id) => sampleTodo({ _id, listId: known.lists[0], text: 'milk', createdAt })),
    sampleTodo({ _id: witnessed.todoId, listId: witnessed.listId, text: 'seen', createdAt }),
  ]);
}

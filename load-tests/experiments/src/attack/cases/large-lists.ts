import { limits, sampleTodo } from '@meteor-vs-mean/contract';
import type { Db } from 'mongodb';

const wide = '字'.repeat(limits.todoTextLength);

/** Adds a list with so many todos, with as much text in each as the contract allows. */
export async function addLargeList(db: Db, listId: string, todos: number): Promise<void> {
  const createdAt = new Date(1_700_000_000_000);
  await db
    .collection<{ _id: string; name: string; createdAt: Date }>('lists')
    .insertOne({ _id: listId, name: listId, createdAt });
  await db
    .collection<{ _id: string }>('todos')
    .insertMany(
      Array.from({ length: todos }, (_, n) =>
        sampleTodo({ _id: `${listId}-${n}`, listId, text: wide, createdAt: new Date(+createdAt + n) }),
      ),
    );
}

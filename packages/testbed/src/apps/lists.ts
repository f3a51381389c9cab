import { type List, sampleTodo, type Todo } from '@meteor-vs-mean/contract';
import type { Db } from 'mongodb';

/** Todos in the order of a list; what isn't said of one is as in a new one. */
export type SampleTodos = readonly { _id: string; text: string; done?: boolean }[];

/** Puts a list into a database of the apps, as another service would. @returns its path in either app */
export async function insertList(db: Db, listId: string, todos: SampleTodos): Promise<string> {
  const now_ms = Date.now();
  await db.collection<List>('lists').insertOne({ _id: listId, name: listId, createdAt: new Date(now_ms) });
  if (todos.length > 0) {
    await db
      .collection<Todo>('todos')
      .insertMany(
        todos.map((todo, n) =>
          sampleTodo({ ...todo, listId, createdAt: new Date(now_ms - todos.length + n) }),
        ),
      );
  }
  return `/lists/${listId}`;
}

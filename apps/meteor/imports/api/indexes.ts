import { type CollectionName, indexes } from '@meteor-vs-mean/contract';
import { Lists } from './lists/collection';
import { Messages } from './messages/collection';
import { Rooms } from './rooms/collection';
import { Todos } from './todos/collection';

const collections = { lists: Lists, todos: Todos, rooms: Rooms, messages: Messages };

/** Makes the indexes that the publications' filters and orders need. */
export async function createIndexes(): Promise<void> {
  for (const [name, keys] of Object.entries(indexes)) {
    for (const key of keys) await collections[name as CollectionName].createIndexAsync(key);
  }
}

import { type CollectionName, indexes } from '@meteor-vs-mean/contract';
import { Lists } from './lists/collection';
import { Messages } from './messages/collection';
import { Presences } from './presence/collection';
import { Rooms } from './rooms/collection';
import { Todos } from './todos/collection';

const collections = { lists: Lists, todos: Todos, rooms: Rooms, messages: Messages, presence: Presences };

/** Makes the indexes that the publications' filters and orders need, and the one that ends expired presence. */
export async function createIndexes(): Promise<void> {
  for (const [name, wanted] of Object.entries(indexes)) {
    const collection = collections[name as CollectionName];
    for (const { keys, ...options } of wanted) await collection.createIndexAsync(keys, options);
  }
}

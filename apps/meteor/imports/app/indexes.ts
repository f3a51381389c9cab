import { type CollectionName, type Index, indexes, userIndexes } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { Lists } from '../lists/collection';
import { Messages, Presences, Rooms } from '../rooms/collections';
import { Todos } from '../todos/collection';

const collections = { lists: Lists, todos: Todos, rooms: Rooms, messages: Messages, presence: Presences };

/**
 * Makes the indexes that the publications' filters and orders need, the one that ends expired presence, and those by
 * which accounts are found.
 */
export async function createIndexes(): Promise<void> {
  for (const [name, wanted] of Object.entries(indexes)) {
    await createEach(collections[name as CollectionName], wanted);
  }
  await createEach(Meteor.users, userIndexes);
}

async function createEach(
  collection: Pick<Mongo.Collection<never>, 'createIndexAsync'>,
  wanted: Index[],
): Promise<void> {
  for (const { keys, ...options } of wanted) await collection.createIndexAsync(keys, options);
}

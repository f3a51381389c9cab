import { type CollectionName, type Index, indexes, userIndexes } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { Lists } from '../lists/collection';
import { Messages, Presences, Rooms } from '../rooms/collections';
import { Todos } from '../todos/collection';

const collections = { lists: Lists, todos: Todos, rooms: Rooms, messages: Messages, presence: Presences };

/**
 * Creates the indexes for the publications' filters and orders, for expiring presences, and for finding accounts.
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

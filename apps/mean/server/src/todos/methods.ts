import type { LiveCollections } from '../live/collection.ts';
import type { Handlers } from '../policy.ts';

export function todoMethods({ todos }: LiveCollections): Handlers<'todos'> {
  return {
    'todos.insert': ({ _id, listId, text }) =>
      todos.insertOne({ _id, listId, text, done: false, createdAt: new Date() }),

    'todos.setText': ({ _id, text }) => todos.updateOne({ _id }, { $set: { text } }),

    'todos.setDone': ({ _id, done }) => todos.updateOne({ _id }, { $set: { done } }),

    'todos.setAllDone': ({ listId, done }) => todos.updateMany({ listId, done: !done }, { $set: { done } }),

    'todos.remove': ({ _id }) => todos.deleteOne({ _id }),

    'todos.removeDone': ({ listId }) => todos.deleteMany({ listId, done: true }),
  };
}

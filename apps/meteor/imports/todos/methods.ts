import { defineMethods } from '../app/define-methods';
import { Todos } from './collection';

defineMethods({
  'todos.insert': ({ _id, listId, text }) =>
    Todos.insertAsync({ _id, listId, text, done: false, createdAt: new Date() }),

  'todos.setText': ({ _id, text }) => Todos.updateAsync(_id, { $set: { text } }),

  'todos.setDone': ({ _id, done }) => Todos.updateAsync(_id, { $set: { done } }),

  'todos.setAllDone': ({ listId, done }) =>
    Todos.updateAsync({ listId, done: !done }, { $set: { done } }, { multi: true }),

  'todos.remove': ({ _id }) => Todos.removeAsync(_id),

  'todos.removeDone': ({ listId }) => Todos.removeAsync({ listId, done: true }),
});

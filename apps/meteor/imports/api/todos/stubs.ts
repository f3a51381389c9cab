import { defineStubs } from '../define-stubs';
import { pendingDate } from '../pending-date';
import { Todos } from './collection';

const all = { multi: true };

defineStubs({
  'todos.insert'({ _id, listId, text }) {
    Todos.insert({ _id, listId, text, done: false, createdAt: pendingDate(Todos, { listId }) });
  },
  'todos.setText': ({ _id, text }) => Todos.update({ _id }, { $set: { text } }),
  'todos.setDone': ({ _id, done }) => Todos.update({ _id }, { $set: { done } }),
  'todos.setAllDone': ({ listId, done }) => Todos.update({ listId, done: !done }, { $set: { done } }, all),
  'todos.remove': ({ _id }) => Todos.remove({ _id }),
  'todos.removeDone': ({ listId }) => Todos.remove({ listId, done: true }),
});

import { defineStubs } from '../define-stubs';
import { withPageCopy } from '../page-copies';
import { pendingDate } from '../pending-date';
import { Todos } from './collection';

function update(selector: object, $set: { text: string } | { done: boolean }): void {
  for (const todos of withPageCopy(Todos, selector)) todos.update(selector, { $set }, { multi: true });
}

function remove(selector: object): void {
  for (const todos of withPageCopy(Todos, selector)) todos.remove(selector);
}

defineStubs({
  'todos.insert'({ _id, listId, text }) {
    Todos.insert({ _id, listId, text, done: false, createdAt: pendingDate(Todos, { listId }) });
  },
  'todos.setText': ({ _id, text }) => update({ _id }, { text }),
  'todos.setDone': ({ _id, done }) => update({ _id }, { done }),
  'todos.setAllDone': ({ listId, done }) => update({ listId, done: !done }, { done }),
  'todos.remove': ({ _id }) => remove({ _id }),
  'todos.removeDone': ({ listId }) => remove({ listId, done: true }),
});

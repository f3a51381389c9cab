import { ContractError } from '@meteor-vs-mean/contract/errors';
import { limits } from '@meteor-vs-mean/contract/limits';
import { bounds } from '@meteor-vs-mean/contract/turns';
import { assertAccess, countTodosIn } from '../assert-access';
import { keepBound } from '../bounds';
import { once } from '../calls';
import { defineMethods } from '../define-methods';
import { isWithinGrace } from '../grace';
import { isThere } from '../is-there';
import { Lists } from '../lists/collection';
import { Todos } from './collection';

function notFound(_id: string): ContractError {
  return new ContractError('not-found', `There is no todo ${_id}`);
}

async function update(_id: string, $set: { text: string } | { done: boolean }): Promise<null> {
  const found = await Todos.updateAsync({ _id }, { $set });
  if (found === 0) throw notFound(_id);
  return null;
}

defineMethods({
  async 'todos.insert'({ _id, listId, text }, { userId }) {
    const looked_ms = performance.now();
    const bound = { key: bounds.todosOf(listId), most: limits.todosPerList, what: 'todos in a list' };
    await keepBound(bound, {
      count: (limit) => countTodosIn(listId, userId, limit),
      insert: () => Todos.insertAsync({ _id, listId, text, done: false, createdAt: new Date() }),
      takeBack: () => Todos.removeAsync({ _id }),
      isThere: () => isThere(Todos, _id),
    });
    if (isWithinGrace(looked_ms) || (await isThere(Lists, listId))) return _id;
    // The list was removed meanwhile, and its todos before this one was there.
    await Todos.removeAsync({ _id });
    throw new ContractError('not-found', `There is no list ${listId}`);
  },

  async 'todos.setText'({ _id, text }, { userId }) {
    await assertAccess('todos.setText', { _id }, userId);
    return update(_id, { text });
  },

  async 'todos.setDone'({ _id, done }, { userId }) {
    await assertAccess('todos.setDone', { _id }, userId);
    return update(_id, { done });
  },

  async 'todos.setAllDone'({ listId, done, callId }, { userId }) {
    await assertAccess('todos.setAllDone', { listId }, userId);
    return once('todos.setAllDone', callId, userId, () =>
      Todos.updateAsync({ listId, done: !done }, { $set: { done } }, { multi: true }),
    );
  },

  async 'todos.remove'({ _id }, { userId }) {
    await assertAccess('todos.remove', { _id }, userId);
    const found = await Todos.removeAsync({ _id });
    if (found === 0) throw notFound(_id);
    return null;
  },

  async 'todos.removeDone'({ listId, callId }, { userId }) {
    await assertAccess('todos.removeDone', { listId }, userId);
    return once('todos.removeDone', callId, userId, () => Todos.removeAsync({ listId, done: true }));
  },
});

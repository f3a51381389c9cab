import { ContractError } from '@meteor-vs-mean/contract/errors';
import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';
import { assertAccess } from '../assert-access';
import { assertRoomForOne } from '../assert-room-for-one';
import { createdAtIn } from '../created-at';
import { defineMethods } from '../define-methods';
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
    if (Meteor.isServer) {
      await Promise.all([
        assertAccess('todos.insert', { listId }, userId),
        assertRoomForOne(Todos, { listId }, limits.todosPerList, 'todos in a list'),
      ]);
    }
    const createdAt = await createdAtIn(Todos, { listId });
    await Todos.insertAsync({ _id, listId, text, done: false, createdAt });
    return _id;
  },

  async 'todos.setText'({ _id, text }, { userId }) {
    await assertAccess('todos.setText', { _id }, userId);
    return update(_id, { text });
  },

  async 'todos.setDone'({ _id, done }, { userId }) {
    await assertAccess('todos.setDone', { _id }, userId);
    return update(_id, { done });
  },

  async 'todos.setAllDone'({ listId, done }, { userId }) {
    await assertAccess('todos.setAllDone', { listId }, userId);
    return Todos.updateAsync({ listId, done: !done }, { $set: { done } }, { multi: true });
  },

  async 'todos.remove'({ _id }, { userId }) {
    await assertAccess('todos.remove', { _id }, userId);
    const found = await Todos.removeAsync({ _id });
    if (found === 0) throw notFound(_id);
    return null;
  },

  async 'todos.removeDone'({ listId }, { userId }) {
    await assertAccess('todos.removeDone', { listId }, userId);
    return Todos.removeAsync({ listId, done: true });
  },
});

import { ContractError } from '@meteor-vs-mean/contract/errors';
import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';
import { assertRoomForOne } from '../assert-room-for-one';
import { createdAtIn } from '../created-at';
import { defineMethods } from '../define-methods';
import { Lists } from '../lists/collection';
import { Todos } from './collection';

/** Only the server knows all lists: a browser that subscribes to one list's todos alone has none of them. */
async function assertList(_id: string): Promise<void> {
  if (Meteor.isClient) return;
  if (!(await Lists.findOneAsync({ _id }, { fields: { _id: 1 } }))) {
    throw new ContractError('not-found', `There is no list ${_id}`);
  }
}

async function update(_id: string, $set: { text: string } | { done: boolean }): Promise<null> {
  const found = await Todos.updateAsync({ _id }, { $set });
  if (found === 0) throw new ContractError('not-found', `There is no todo ${_id}`);
  return null;
}

defineMethods({
  async 'todos.insert'({ _id, listId, text }) {
    if (Meteor.isServer) {
      await Promise.all([
        assertList(listId),
        assertRoomForOne(Todos, { listId }, limits.todosPerList, 'todos in a list'),
      ]);
    }
    const createdAt = await createdAtIn(Todos, { listId });
    await Todos.insertAsync({ _id, listId, text, done: false, createdAt });
    return _id;
  },

  'todos.setText': ({ _id, text }) => update(_id, { text }),

  'todos.setDone': ({ _id, done }) => update(_id, { done }),

  async 'todos.setAllDone'({ listId, done }) {
    await assertList(listId);
    return Todos.updateAsync({ listId, done: !done }, { $set: { done } }, { multi: true });
  },

  async 'todos.remove'({ _id }) {
    const found = await Todos.removeAsync({ _id });
    if (found === 0) throw new ContractError('not-found', `There is no todo ${_id}`);
    return null;
  },

  async 'todos.removeDone'({ listId }) {
    await assertList(listId);
    return Todos.removeAsync({ listId, done: true });
  },
});

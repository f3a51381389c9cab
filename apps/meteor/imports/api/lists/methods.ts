import { ContractError } from '@meteor-vs-mean/contract/errors';
import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';
import { assertRoomForOne } from '../assert-room-for-one';
import { createdAtIn } from '../created-at';
import { defineMethods } from '../define-methods';
import { Todos } from '../todos/collection';
import { Lists } from './collection';

defineMethods({
  async 'lists.insert'({ _id, name }) {
    if (Meteor.isServer) await assertRoomForOne(Lists, {}, limits.lists, 'lists');
    const createdAt = await createdAtIn(Lists, {});
    await Lists.insertAsync({ _id, name, createdAt });
    return _id;
  },

  async 'lists.rename'({ _id, name }) {
    const found = await Lists.updateAsync({ _id }, { $set: { name } });
    if (found === 0) throw new ContractError('not-found', `There is no list ${_id}`);
    return null;
  },

  async 'lists.remove'({ _id }) {
    const found = await Lists.removeAsync({ _id });
    if (found === 0) throw new ContractError('not-found', `There is no list ${_id}`);
    await Todos.removeAsync({ listId: _id });
    return null;
  },
});

import { accountOf } from '../accounts/names';
import { defineMethods } from '../app/define-methods';
import { Todos } from '../todos/collection';
import { Lists } from './collection';

defineMethods({
  async 'lists.insert'({ _id, name, private: isPrivate }, { userId }) {
    const list = { _id, name, createdAt: new Date() };
    if (!isPrivate) return Lists.insertAsync(list);
    const owner = await accountOf(userId);
    return Lists.insertAsync({ ...list, owner: owner._id, members: [owner] });
  },

  'lists.rename': ({ _id, name }) => Lists.updateAsync(_id, { $set: { name } }),

  async 'lists.remove'({ _id }) {
    // The list first, so that nobody can add more.
    const removed = await Lists.removeAsync(_id);
    await Todos.removeAsync({ listId: _id });
    return removed;
  },
});

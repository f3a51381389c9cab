import { defineMethods } from '../app/define-methods';
import { Rooms } from './collection';
import { Messages } from './messages/collection';
import { Presences } from './presence/collection';

defineMethods({
  'rooms.insert': ({ _id, name }) => Rooms.insertAsync({ _id, name, createdAt: new Date() }),

  async 'rooms.remove'({ _id }) {
    // The room first, so nobody enters it or writes into it any more.
    const removed = await Rooms.removeAsync(_id);
    await Messages.removeAsync({ roomId: _id });
    await Presences.removeAsync({ roomId: _id });
    return removed;
  },
});

import { defineMethods } from '../define-methods';
import { Messages } from '../messages/collection';
import { Presences } from '../presence/collection';
import { Rooms } from './collection';

defineMethods({
  'rooms.insert': ({ _id, name }) => Rooms.insertAsync({ _id, name, createdAt: new Date() }),

  async 'rooms.remove'({ _id }) {
    const found = await Rooms.removeAsync(_id);
    if (found === 0) return 0;
    const removed = [
      await Messages.removeAsync({ roomId: _id }),
      await Presences.removeAsync({ roomId: _id }),
    ];
    return removed.reduce((sum, count) => sum + count, found);
  },
});

import { ContractError } from '@meteor-vs-mean/contract/errors';
import { limits } from '@meteor-vs-mean/contract/limits';
import { bounds } from '@meteor-vs-mean/contract/turns';
import { keepBound } from '../bounds';
import { defineMethods } from '../define-methods';
import { graceIsOver } from '../grace';
import { isThere } from '../is-there';
import { Messages } from '../messages/collection';
import { Presences } from '../presence/collection';
import { Rooms } from './collection';

defineMethods({
  async 'rooms.insert'({ _id, name }) {
    await keepBound(
      { key: bounds.rooms, most: limits.rooms, what: 'rooms' },
      {
        count: (limit) => Rooms.find({}, { limit }).countAsync(),
        insert: () => Rooms.insertAsync({ _id, name, createdAt: new Date() }),
        takeBack: () => Rooms.removeAsync({ _id }),
        isThere: () => isThere(Rooms, _id),
      },
    );
    return _id;
  },

  async 'rooms.remove'({ _id }) {
    const found = await Rooms.removeAsync({ _id });
    if (found === 0) throw new ContractError('not-found', `There is no room ${_id}`);
    await empty(_id);
    await graceIsOver();
    await empty(_id); // who was entering, and what was being said
    return null;
  },
});

async function empty(roomId: string): Promise<void> {
  await Promise.all([Messages.removeAsync({ roomId }), Presences.removeAsync({ roomId })]);
}

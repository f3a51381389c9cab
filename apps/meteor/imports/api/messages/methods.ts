import { ContractError } from '@meteor-vs-mean/contract/errors';
import { Meteor } from 'meteor/meteor';
import { createdAtIn } from '../created-at';
import { defineMethods } from '../define-methods';
import { Rooms } from '../rooms/collection';
import { Messages } from './collection';

defineMethods({
  async 'messages.send'({ _id, roomId, nickname, text }) {
    if (Meteor.isServer && !(await Rooms.findOneAsync({ _id: roomId }, { fields: { _id: 1 } }))) {
      throw new ContractError('not-found', `There is no room ${roomId}`);
    }
    const createdAt = await createdAtIn(Messages, { roomId });
    await Messages.insertAsync({ _id, roomId, nickname, text, createdAt });
    return _id;
  },

  async 'messages.before'({ roomId, createdAt, _id, limit }) {
    // A browser holds only its window: older messages are the server's to find.
    if (Meteor.isClient) return [];
    const older = { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: _id } }] };
    return Messages.find({ roomId, ...older }, { sort: { createdAt: -1, _id: -1 }, limit }).fetchAsync();
  },
});

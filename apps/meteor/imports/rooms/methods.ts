import { speakerName } from '../accounts/names';
import { defineMethods } from '../app/define-methods';
import { assertRoom } from './assert-room';
import { Messages, Presences, Rooms } from './collections';

defineMethods({
  'rooms.insert': ({ _id, name }) => Rooms.insertAsync({ _id, name, createdAt: new Date() }),

  async 'rooms.remove'({ _id }) {
    // The room first, so that nobody enters it or writes into it.
    const removed = await Rooms.removeAsync(_id);
    await Messages.removeAsync({ roomId: _id });
    await Presences.removeAsync({ roomId: _id });
    return removed;
  },

  async 'messages.send'({ _id, roomId, nickname, text }, { userId }) {
    const [name] = await Promise.all([speakerName(userId, nickname), assertRoom(roomId)]);
    const author = userId === undefined ? { nickname: name } : { nickname: name, userId };
    return Messages.insertAsync({ _id, roomId, ...author, text, createdAt: new Date() });
  },

  'messages.before'({ roomId, createdAt, _id, limit }) {
    const older = { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: _id } }] };
    return Messages.find({ roomId, ...older }, { sort: { createdAt: -1, _id: -1 }, limit });
  },
});

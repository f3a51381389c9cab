import { speakerName } from '../../accounts/names';
import { defineMethods } from '../../app/define-methods';
import { assertRoom } from '../assert-room';
import { Messages } from './collection';

defineMethods({
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

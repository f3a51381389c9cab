import type { Message } from '@meteor-vs-mean/contract';
import { ContractError } from '@meteor-vs-mean/contract/errors';
import { Meteor } from 'meteor/meteor';
import { speakerName } from '../accounts/names';
import { notAuthorized } from '../assert-access';
import { defineMethods } from '../define-methods';
import { isWithinGrace } from '../grace';
import { hooks } from '../hooks';
import { isThere } from '../is-there';
import { Rooms } from '../rooms/collection';
import { Messages } from './collection';

defineMethods({
  async 'messages.send'({ _id, roomId, nickname, text }, { userId }) {
    const looked_ms = performance.now();
    const [name] = await Promise.all([speakerName(userId, nickname), assertRoom(roomId)]);
    const message: Message = { _id, roomId, nickname: name, text, createdAt: new Date() };
    if (userId !== undefined) message.userId = userId;
    await Messages.insertAsync(message);
    // The room or the account may have been removed meanwhile, and what was said there before this was.
    const [hasRoom, hasAuthor] = await Promise.all([
      isWithinGrace(looked_ms) || isThere(Rooms, roomId),
      userId === undefined || isThere(Meteor.users, userId),
    ]);
    if (hasRoom && hasAuthor) return _id;
    await Messages.removeAsync({ _id });
    throw hasRoom ? notAuthorized() : noRoom(roomId);
  },

  async 'messages.before'({ roomId, createdAt, _id, limit }, { connection }) {
    const older = { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: _id } }] };
    const found = Messages.find({ roomId, ...older }, { sort: { createdAt: -1, _id: -1 }, limit });
    return hooks.read(connection, found);
  },
});

async function assertRoom(_id: string): Promise<void> {
  if (!(await isThere(Rooms, _id))) throw noRoom(_id);
}

function noRoom(_id: string): ContractError {
  return new ContractError('not-found', `There is no room ${_id}`);
}

import { ContractError } from '@meteor-vs-mean/contract';
import { isThere } from '../database.ts';
import { isWithinGrace } from '../grace.ts';
import type { Handlers, MethodContext } from '../handlers.ts';
import { enterRoom, roomNotFound } from '../rooms/methods.ts';

export function messageMethods(context: MethodContext): Handlers<'messages'> {
  const { collections, users, writes } = context;
  return {
    async 'messages.send'({ _id, roomId, nickname, text }, { data: { account } }) {
      const looked_ms = performance.now();
      const shown = await enterRoom(context, roomId, nickname, account);
      const message = { _id, roomId, nickname: shown, text, createdAt: new Date() };
      await writes.insert('messages', account ? Object.assign(message, { userId: account.userId }) : message);
      // The room or the account may have been removed meanwhile, and what was said there before this was.
      const [hasRoom, hasAuthor] = await Promise.all([
        isWithinGrace(looked_ms) || isThere(collections.rooms, roomId),
        !account || isThere(users, account.userId),
      ]);
      if (hasRoom && hasAuthor) return _id;
      await writes.remove('messages', _id);
      throw hasRoom ? new ContractError('not-authorized', 'The account is gone') : roomNotFound(roomId);
    },

    'messages.before': ({ roomId, createdAt, _id, limit }) =>
      collections.messages
        .find({
          roomId,
          // The first line lets the index skip what is newer; the second decides within one millisecond.
          createdAt: { $lte: createdAt },
          $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: _id } }],
        })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .toArray(),
  };
}

import type { Handlers, MethodContext } from '../handlers.ts';
import { requireRoom } from '../rooms/methods.ts';

export function messageMethods({ collections, writes }: MethodContext): Handlers<'messages'> {
  return {
    async 'messages.send'({ _id, roomId, nickname, text }) {
      await requireRoom(collections, roomId);
      await writes.insert('messages', { _id, roomId, nickname, text, createdAt: new Date() });
      return _id;
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

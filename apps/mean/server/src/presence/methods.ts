import { bounds, limits } from '@meteor-vs-mean/contract';
import { isThere } from '../database.ts';
import type { Handlers, MethodContext } from '../handlers.ts';
import { enterRoom, roomNotFound } from '../rooms/methods.ts';

export function presenceMethods(context: MethodContext): Handlers<'presence'> {
  const { collections, presences, bounded } = context;
  return {
    async 'presence.beat'({ _id, roomId, nickname: given }, caller) {
      const nickname = await enterRoom(context, roomId, given, caller.data.account);
      const bound = {
        key: bounds.presencesIn(roomId),
        most: limits.presencePerRoom,
        what: 'people in a room',
      };
      const count = () =>
        collections.presence.countDocuments(
          { roomId, expiresAt: { $gt: new Date() } },
          { limit: limits.presencePerRoom },
        );
      await presences.beat(caller, { _id, roomId, nickname }, (insert) =>
        bounded.insert(bound, count, insert),
      );
      // The room may have been removed meanwhile, and who was in it before this one was there.
      if (!(await isThere(collections.rooms, roomId))) {
        await presences.leave(caller, _id, async () => false);
        throw roomNotFound(roomId);
      }
      return null;
    },

    async 'presence.leave'({ _id }, caller) {
      await presences.leave(caller, _id, (id) => isThere(collections.presence, id));
      return null;
    },
  };
}

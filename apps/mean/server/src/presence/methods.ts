import { bounds, limits } from '@meteor-vs-mean/contract';
import { isThere } from '../database.ts';
import { isWithinGrace } from '../grace.ts';
import type { Handlers, MethodContext } from '../handlers.ts';
import { enterRoom, roomNotFound } from '../rooms/methods.ts';

export function presenceMethods(context: MethodContext): Handlers<'presence'> {
  const { collections, writes, presences, bounded } = context;

  /**
   * Whoever comes into a room, if it has place.
   * @param looked_ms when it was looked whether the room is there
   */
  async function enter(
    _id: string,
    roomId: string,
    looked_ms: number,
    put: () => Promise<void>,
  ): Promise<void> {
    const bound = { key: bounds.presencesIn(roomId), most: limits.presencePerRoom, what: 'people in a room' };
    const takeBack = async () => void (await writes.remove('presence', _id));
    await bounded.insert(bound, {
      count: (limit, isIn) =>
        collections.presence.countDocuments(
          { roomId, ...(isIn ? {} : { _id: { $ne: _id } }), expiresAt: { $gt: new Date() } },
          { limit },
        ),
      insert: put,
      takeBack,
    });
    if (isWithinGrace(looked_ms) || (await isThere(collections.rooms, roomId))) return;
    // The room was removed meanwhile, and who was in it before this one was there.
    await takeBack();
    throw roomNotFound(roomId);
  }

  return {
    async 'presence.beat'({ _id, roomId, nickname: given }, caller) {
      const looked_ms = performance.now();
      const nickname = await enterRoom(context, roomId, given, caller.data.account);
      await presences.beat(caller, { _id, roomId, nickname }, (put) => enter(_id, roomId, looked_ms, put));
      return null;
    },

    async 'presence.leave'({ _id }, caller) {
      await presences.leave(caller, _id, (id) => isThere(collections.presence, id));
      return null;
    },
  };
}

import { ContractError, limits } from '@meteor-vs-mean/contract';
import type { Handlers, MethodContext } from '../handlers.ts';
import { enterRoom } from '../rooms/methods.ts';

export function presenceMethods(context: MethodContext): Handlers<'presence'> {
  const { collections, presences } = context;
  return {
    async 'presence.beat'({ _id, roomId, nickname: given }, caller) {
      const nickname = await enterRoom(context, roomId, given, caller.data.account);
      await presences.beat(caller, { _id, roomId, nickname }, async () => {
        const count = await collections.presence.countDocuments(
          { roomId, expiresAt: { $gt: new Date() } },
          { limit: limits.presencePerRoom },
        );
        if (count < limits.presencePerRoom) return;
        throw new ContractError('limit-reached', `A room has place for ${limits.presencePerRoom} people`);
      });
      return null;
    },

    async 'presence.leave'({ _id }, caller) {
      await presences.leave(caller, _id);
      return null;
    },
  };
}

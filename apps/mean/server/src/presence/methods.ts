import { ContractError, limits } from '@meteor-vs-mean/contract';
import type { Handlers, MethodContext } from '../handlers.ts';
import { requireRoom } from '../rooms/methods.ts';

export function presenceMethods({ collections, presences }: MethodContext): Handlers<'presence'> {
  return {
    async 'presence.beat'(input, caller) {
      const { roomId } = input;
      await requireRoom(collections, roomId);
      await presences.beat(caller, input, async () => {
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

import { ContractError, limits } from '@meteor-vs-mean/contract';
import type { Collections } from '../database.ts';
import type { Handlers, MethodContext } from '../handlers.ts';

export function roomMethods({ collections, writes }: MethodContext): Handlers<'rooms'> {
  return {
    async 'rooms.insert'({ _id, name }) {
      const count = await collections.rooms.countDocuments({}, { limit: limits.rooms });
      if (count >= limits.rooms) {
        throw new ContractError('limit-reached', `There may be ${limits.rooms} rooms`);
      }
      await writes.insert('rooms', { _id, name, createdAt: new Date() });
      return _id;
    },
  };
}

/** @throws ContractError `not-found` */
export async function requireRoom({ rooms }: Collections, _id: string): Promise<void> {
  if (!(await rooms.findOne({ _id }, { projection: { _id: 1 } }))) {
    throw new ContractError('not-found', `There is no room '${_id}'`);
  }
}

import { ContractError, limits } from '@meteor-vs-mean/contract';
import { nameTaken, shownName } from '../accounts/names.ts';
import type { Account } from '../accounts/sessions.ts';
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

/**
 * For who wants to appear in a room.
 * @returns the name under which they do
 * @throws ContractError `not-found`, or `name-taken` by an account
 */
export async function enterRoom(
  { collections, users }: MethodContext,
  roomId: string,
  nickname: string,
  account: Account | undefined,
): Promise<string> {
  const naming = shownName(users, nickname, account);
  await Promise.all([requireRoom(collections, roomId), naming]);
  const shown = await naming;
  if (shown === undefined) throw nameTaken(nickname);
  return shown;
}

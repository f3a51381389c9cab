import { type Bound, bounds, ContractError, limits } from '@meteor-vs-mean/contract';
import { nameTaken, shownName } from '../accounts/names.ts';
import type { Account } from '../accounts/sessions.ts';
import { type Collections, isThere } from '../database.ts';
import { graceIsOver } from '../grace.ts';
import type { Handlers, MethodContext } from '../handlers.ts';

const rooms: Bound = { key: bounds.rooms, most: limits.rooms, what: 'rooms' };

export function roomMethods({ collections, writes, bounded }: MethodContext): Handlers<'rooms'> {
  return {
    async 'rooms.insert'({ _id, name }) {
      await bounded.insert(rooms, {
        count: (limit) => collections.rooms.countDocuments({}, { limit }),
        insert: () => writes.insert('rooms', { _id, name, createdAt: new Date() }),
        takeBack: async () => void (await writes.remove('rooms', _id)),
        isThere: () => isThere(collections.rooms, _id),
      });
      return _id;
    },

    async 'rooms.remove'({ _id }) {
      if (!(await writes.remove('rooms', _id))) throw roomNotFound(_id);
      await empty(_id);
      await graceIsOver();
      await empty(_id); // who was entering, and what was being said
      return null;
    },
  };

  async function empty(roomId: string): Promise<void> {
    await Promise.all([writes.removeMany('messages', { roomId }), writes.removeMany('presence', { roomId })]);
  }
}

export function roomNotFound(_id: string): ContractError {
  return new ContractError('not-found', `There is no room '${_id}'`);
}

/** @throws ContractError `not-found` */
export async function requireRoom({ rooms }: Collections, _id: string): Promise<void> {
  if (!(await isThere(rooms, _id))) throw roomNotFound(_id);
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

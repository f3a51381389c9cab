import type { User } from '@meteor-vs-mean/contract';
import type { Collection } from 'mongodb';
import { notFound } from '../access.ts';
import { nameTaken, shownName } from '../accounts/names.ts';
import type { Account } from '../accounts/sessions.ts';
import type { LiveCollections } from '../live/collection.ts';
import type { Handlers } from '../policy.ts';
import type { Presences } from './presences.ts';

export function roomMethods(
  { rooms, messages, presence }: LiveCollections,
  users: Collection<User>,
  presences: Presences,
): Handlers<'rooms' | 'messages' | 'presence'> {
  /** @returns the name to show in the room. @throws ContractError `not-found`, `name-taken` */
  async function nameIn(roomId: string, nickname: string, account: Account | undefined): Promise<string> {
    const [room, name] = await Promise.all([
      rooms.findOne({ _id: roomId }, { projection: { _id: 1 } }),
      shownName(users, nickname, account),
    ]);
    if (!room) throw notFound('room', roomId);
    if (name === undefined) throw nameTaken(nickname);
    return name;
  }

  return {
    'rooms.insert': ({ _id, name }) => rooms.insertOne({ _id, name, createdAt: new Date() }),

    async 'rooms.remove'({ _id }) {
      const removed = await rooms.deleteOne({ _id });
      await Promise.all([messages.deleteMany({ roomId: _id }), presence.deleteMany({ roomId: _id })]);
      return removed;
    },

    async 'messages.send'({ _id, roomId, nickname, text }, { account }) {
      const message = {
        _id,
        roomId,
        nickname: await nameIn(roomId, nickname, account),
        text,
        createdAt: new Date(),
      };
      return messages.insertOne(account ? { ...message, userId: account.userId } : message);
    },

    'messages.before': ({ roomId, createdAt, _id, limit }) =>
      messages
        .find({
          roomId,
          // The first line lets the index skip newer messages; the second decides within one millisecond.
          createdAt: { $lte: createdAt },
          $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: _id } }],
        })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .toArray(),

    async 'presence.enter'({ _id, roomId, nickname }, { caller, account }) {
      await presences.enter(caller, _id, roomId, await nameIn(roomId, nickname, account));
      return null;
    },

    async 'presence.leave'({ _id }, { caller }) {
      await presences.leave(caller, _id);
      return null;
    },
  };
}

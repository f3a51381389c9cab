import {
  anyCase,
  ContractError,
  limitReached,
  limits,
  type Member,
  type User,
} from '@meteor-vs-mean/contract';
import type { Collection } from 'mongodb';
import { type Membership, notFound } from '../access.ts';
import type { LiveCollections } from '../live/collection.ts';
import type { Handlers } from '../policy.ts';

export function listMethods({ lists, todos }: LiveCollections, users: Collection<User>): Handlers<'lists'> {
  return {
    async 'lists.insert'({ _id, name, private: isPrivate }, { account }) {
      const list = { _id, name, createdAt: new Date() };
      if (!isPrivate) return lists.insertOne(list);
      if (!account) throw new ContractError('not-authorized', 'Log in first: a private list needs an owner');
      const { userId, username } = account;
      return lists.insertOne({ ...list, owner: userId, members: [{ _id: userId, username }] });
    },

    'lists.rename': ({ _id, name }) => lists.updateOne({ _id }, { $set: { name } }),

    async 'lists.remove'({ _id }) {
      // The list first, so that nobody can add more.
      const removed = await lists.deleteOne({ _id });
      await todos.deleteMany({ listId: _id });
      return removed;
    },

    async 'lists.share'({ _id, username }, { list }) {
      const { members } = privateOf(list);
      const user = await users.findOne({ username }, { collation: anyCase, projection: { username: 1 } });
      if (!user) throw notFound('account', username);
      if (members.some((member) => member._id === user._id)) return null;
      if (members.length >= limits.membersPerList) {
        throw limitReached({ most: limits.membersPerList, what: 'people in one list' });
      }
      const shared = { 'members._id': user._id, owner: { $ne: user._id } };
      const most = limits.listsSharedWithAccount;
      if ((await lists.countDocuments(shared, { limit: most })) >= most) {
        throw limitReached({ most, what: 'private lists of others that one account may see' });
      }
      const member = { _id: user._id, username: user.username };
      await lists.updateOne({ _id, 'members._id': { $ne: user._id } }, { $push: { members: member } });
      return null;
    },

    async 'lists.unshare'({ _id, username }, { account, list }) {
      const { owner, members } = privateOf(list);
      // Account names are ASCII.
      const named = members.find((member) => member.username.toLowerCase() === username.toLowerCase());
      const mayTakeOff = account?.userId === owner ? named?._id !== owner : named?._id === account?.userId;
      if (!mayTakeOff)
        throw new ContractError('not-authorized', 'The owner stays, and members may only remove themselves');
      if (named) await lists.updateOne({ _id }, { $pull: { members: { _id: named._id } } });
      return null;
    },
  };
}

/** @throws ContractError `not-authorized` for a public list */
function privateOf(list: Membership | undefined): { owner: string; members: Member[] } {
  const { _id = '', owner, members = [] } = list ?? {};
  if (owner !== undefined) return { owner, members };
  throw new ContractError('not-authorized', `The list '${_id}' is public, so it has no members`);
}

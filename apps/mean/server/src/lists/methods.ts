import { anyCase, ContractError, type List, limits } from '@meteor-vs-mean/contract';
import type { Account } from '../accounts/sessions.ts';
import type { Handlers, MethodContext } from '../handlers.ts';
import { listNotFound, requireList } from './access.ts';

export function listMethods({ collections, users, writes }: MethodContext): Handlers<'lists'> {
  async function insert(list: List, most: number, whose: string): Promise<string> {
    // Of a public list there is no owner, which is what null finds.
    const owner = (list.owner ?? null) as string;
    const count = await collections.lists.countDocuments({ owner }, { limit: most });
    if (count >= most) throw new ContractError('limit-reached', `There may be ${most} ${whose}`);
    await writes.insert('lists', list);
    return list._id;
  }

  return {
    async 'lists.insert'({ _id, name, private: isPrivate = false }, { data: { account } }) {
      const list = { _id, name, createdAt: new Date() };
      if (!isPrivate) return insert(list, limits.lists, 'public lists');
      if (!account) throw new ContractError('not-authorized', 'Log in first: a private list has an owner');
      const whose = { owner: account.userId, members: [memberOf(account)] };
      return insert(Object.assign(list, whose), limits.listsPerAccount, 'private lists of one account');
    },

    async 'lists.rename'({ _id, name }, { data }) {
      await requireList(collections, 'lists.rename', _id, data.account);
      if (!(await writes.update('lists', _id, { name }))) throw listNotFound(_id);
      return null;
    },

    async 'lists.remove'({ _id }, { data }) {
      await requireList(collections, 'lists.remove', _id, data.account);
      // The list first: from then on nobody adds to it.
      if (!(await writes.remove('lists', _id))) throw listNotFound(_id);
      await writes.removeMany('todos', { listId: _id });
      return null;
    },

    async 'lists.share'({ _id, username }, { data }) {
      const [{ owner, members = [] }, user] = await Promise.all([
        requireList(collections, 'lists.share', _id, data.account),
        users.findOne({ username }, { collation: anyCase, projection: { username: 1 } }),
      ]);
      if (owner === undefined) throw isPublic(_id);
      if (!user) throw new ContractError('not-found', `There is no account '${username}'`);
      if (members.some((member) => member._id === user._id)) return null;
      const shared = await writes.modify(
        'lists',
        {
          _id,
          owner,
          'members._id': { $ne: user._id },
          [`members.${limits.membersPerList - 1}`]: { $exists: false },
        },
        { $push: { members: { _id: user._id, username: user.username } } },
      );
      if (shared === 0) {
        const now = await collections.lists.findOne({ _id, owner });
        if (!now) throw listNotFound(_id);
        if (now.members?.some((member) => member._id === user._id)) return null;
        throw new ContractError('limit-reached', `At most ${limits.membersPerList} people may see one list`);
      }
      // An account that is being deleted is taken off its lists until its document is gone, and after that here.
      if (!(await users.findOne({ _id: user._id }, { projection: { _id: 1 } }))) await takeOff(_id, user._id);
      return null;
    },

    async 'lists.unshare'({ _id, username }, { data: { account } }) {
      const { owner, members = [] } = await requireList(collections, 'lists.unshare', _id, account);
      if (owner === undefined) throw isPublic(_id);
      const named = members.find((member) => isSameName(member.username, username));
      const mayTakeOff = account?.userId === owner ? named?._id !== owner : named?._id === account?.userId;
      if (!mayTakeOff) {
        throw new ContractError('not-authorized', 'An owner stays, and who is not the owner may only leave');
      }
      if (named) await takeOff(_id, named._id);
      return null;
    },
  };

  async function takeOff(listId: string, userId: string): Promise<void> {
    await writes.modify(
      'lists',
      { _id: listId, owner: { $ne: userId }, 'members._id': userId },
      { $pull: { members: { _id: userId } } },
    );
  }
}

function isPublic(_id: string): ContractError {
  return new ContractError('not-authorized', `The list '${_id}' is public: it is everybody's already`);
}

function memberOf({ userId, username }: Account) {
  return { _id: userId, username };
}

/** Names of accounts are ASCII. */
function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

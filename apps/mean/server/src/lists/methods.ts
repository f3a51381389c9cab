import {
  anyCase,
  type Bound,
  bounds,
  ContractError,
  type List,
  limits,
  type User,
} from '@meteor-vs-mean/contract';
import type { Account } from '../accounts/sessions.ts';
import { isThere } from '../database.ts';
import { graceIsOver } from '../grace.ts';
import type { Handlers, MethodContext } from '../handlers.ts';
import { listNotFound, requireList } from './access.ts';

const publicLists: Bound = { key: bounds.publicLists, most: limits.lists, what: 'public lists' };

function privateListsOf(userId: string): Bound {
  return {
    key: bounds.listsOf(userId),
    most: limits.listsPerAccount,
    what: 'private lists of one account',
  };
}

function listsSharedWith(userId: string): Bound {
  return {
    key: bounds.listsSharedWith(userId),
    most: limits.listsSharedWithAccount,
    what: 'private lists of others that one account may see',
  };
}

export function listMethods({ collections, users, writes, bounded }: MethodContext): Handlers<'lists'> {
  async function insert(list: List, bound: Bound): Promise<string> {
    // Of a public list there is no owner, which is what null finds.
    const owner = (list.owner ?? null) as string;
    await bounded.insert(bound, {
      count: (limit) => collections.lists.countDocuments({ owner }, { limit }),
      insert: () => writes.insert('lists', list),
      takeBack: async () => void (await writes.remove('lists', list._id)),
      isThere: () => isThere(collections.lists, list._id),
    });
    return list._id;
  }

  return {
    async 'lists.insert'({ _id, name, private: isPrivate = false }, { data: { account } }) {
      const list = { _id, name, createdAt: new Date() };
      if (!isPrivate) return insert(list, publicLists);
      if (!account) throw new ContractError('not-authorized', 'Log in first: a private list has an owner');
      const { userId } = account;
      await insert(
        Object.assign(list, { owner: userId, members: [memberOf(account)] }),
        privateListsOf(userId),
      );
      // The account may have been deleted meanwhile, and its lists before this one was there.
      if (!(await isThere(users, userId))) {
        await writes.remove('lists', _id);
        throw new ContractError('not-authorized', 'The account is gone');
      }
      return _id;
    },

    async 'lists.rename'({ _id, name }, { data }) {
      await requireList(collections, 'lists.rename', _id, data.account);
      if (!(await writes.update('lists', _id, { name }))) throw listNotFound(_id);
      return null;
    },

    async 'lists.remove'({ _id }, { data }) {
      await requireList(collections, 'lists.remove', _id, data.account);
      // The list first, so that nobody begins to add to it.
      if (!(await writes.remove('lists', _id))) throw listNotFound(_id);
      await writes.removeMany('todos', { listId: _id });
      await graceIsOver();
      await writes.removeMany('todos', { listId: _id }); // what was being added
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
      const shared = { 'members._id': user._id, owner: { $ne: user._id } };
      let isNew = false;
      await bounded.insert(listsSharedWith(user._id), {
        count: (limit) => collections.lists.countDocuments(shared, { limit }),
        async insert() {
          isNew = await letIn(_id, owner, user);
        },
        takeBack: async () => void (isNew && (await takeOff(_id, user._id))),
      });
      // An account that is being deleted is taken off its lists until its document is gone, and after that here.
      if (isNew && !(await isThere(users, user._id))) await takeOff(_id, user._id);
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

  /** @returns whether it wasn't in already, by another call at the same time */
  async function letIn(_id: string, owner: string, user: Pick<User, '_id' | 'username'>): Promise<boolean> {
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
    if (shared > 0) return true;
    const now = await collections.lists.findOne({ _id, owner });
    if (!now) throw listNotFound(_id);
    if (now.members?.some((member) => member._id === user._id)) return false;
    throw new ContractError('limit-reached', `At most ${limits.membersPerList} people may see one list`);
  }

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

import { roleOn } from '@meteor-vs-mean/contract/access';
import { ContractError } from '@meteor-vs-mean/contract/errors';
import { limits } from '@meteor-vs-mean/contract/limits';
import { bounds } from '@meteor-vs-mean/contract/turns';
import { Meteor } from 'meteor/meteor';
import { findAccount, nameOf } from '../accounts/names';
import { type Access, assertAccess, notAuthorized } from '../assert-access';
import { keepBound } from '../bounds';
import { defineMethods } from '../define-methods';
import { graceIsOver } from '../grace';
import { isThere } from '../is-there';
import { Todos } from '../todos/collection';
import { Lists } from './collection';

function notFound(_id: string): ContractError {
  return new ContractError('not-found', `There is no list ${_id}`);
}

defineMethods({
  async 'lists.insert'({ _id, name, private: isPrivate }, { userId }) {
    if (isPrivate) await insertPrivate(_id, name, userId);
    else await insertPublic(_id, name);
    return _id;
  },

  async 'lists.rename'({ _id, name }, { userId }) {
    await assertAccess('lists.rename', { _id }, userId);
    const found = await Lists.updateAsync({ _id }, { $set: { name } });
    if (found === 0) throw notFound(_id);
    return null;
  },

  async 'lists.remove'({ _id }, { userId }) {
    await assertAccess('lists.remove', { _id }, userId);
    const found = await Lists.removeAsync({ _id });
    if (found === 0) throw notFound(_id);
    await Todos.removeAsync({ listId: _id });
    await graceIsOver();
    await Todos.removeAsync({ listId: _id }); // what was being added
    return null;
  },

  async 'lists.share'({ _id, username }, { userId }) {
    const list = requirePrivate(await assertAccess('lists.share', { _id }, userId), _id);
    const account = await findAccount(username);
    if (!account) throw new ContractError('not-found', `There is no account called ${username}`);
    if (isMember(list, account._id)) return null;
    const most = limits.listsSharedWithAccount;
    const what = 'private lists of others that one account may see';
    const shared = { 'members._id': account._id, owner: { $ne: account._id } };
    let isNew = false;
    await keepBound(
      { key: bounds.listsSharedWith(account._id), most, what },
      {
        count: (limit) => Lists.find(shared, { limit }).countAsync(),
        async insert() {
          isNew = await letIn(_id, account);
        },
        takeBack: async () => isNew && takeOff(_id, account._id),
      },
    );
    // An account that is being deleted is taken off its lists until its document is gone, and after that here.
    if (isNew && !(await isThere(Meteor.users, account._id))) await takeOff(_id, account._id);
    return null;
  },

  async 'lists.unshare'({ _id, username }, { userId }) {
    const list = requirePrivate(await assertAccess('lists.unshare', { _id }, userId), _id);
    const member = list.members?.find((each) => each.username.toLowerCase() === username.toLowerCase());
    const isOwner = roleOn(list, userId) === 'owner';
    if (isOwner ? member?._id === userId : member?._id !== userId) throw notAuthorized();
    if (member) await takeOff(_id, member._id);
    return null;
  },
});

async function insertPublic(_id: string, name: string): Promise<void> {
  const bound = { key: bounds.publicLists, most: limits.lists, what: 'public lists' };
  const isPublic = { owner: { $exists: false } };
  await keepBound(bound, {
    count: (limit) => Lists.find(isPublic, { limit }).countAsync(),
    insert: () => Lists.insertAsync({ _id, name, createdAt: new Date() }),
    takeBack: () => Lists.removeAsync({ _id }),
    isThere: () => isThere(Lists, _id),
  });
}

async function insertPrivate(_id: string, name: string, userId: string | undefined): Promise<void> {
  if (userId === undefined) throw new ContractError('not-authorized', 'Log in to have a private list');
  const most = limits.listsPerAccount;
  const bound = { key: bounds.listsOf(userId), most, what: 'private lists of one account' };
  const members = [{ _id: userId, username: await nameOf(userId) }];
  await keepBound(bound, {
    count: (limit) => Lists.find({ owner: userId }, { limit }).countAsync(),
    insert: () => Lists.insertAsync({ _id, name, createdAt: new Date(), owner: userId, members }),
    takeBack: () => Lists.removeAsync({ _id }),
    isThere: () => isThere(Lists, _id),
  });
  // The account may have been deleted meanwhile, and its lists before this one was there.
  if (!(await isThere(Meteor.users, userId))) {
    await Lists.removeAsync({ _id });
    throw notAuthorized();
  }
}

/** @returns whether it wasn't in already, by another call at the same time */
async function letIn(_id: string, account: { _id: string; username: string }): Promise<boolean> {
  // In one step: two who are let in at once are one too many together.
  const hasRoom = { _id, [`members.${limits.membersPerList - 1}`]: { $exists: false } };
  const isNew = { ...hasRoom, 'members._id': { $ne: account._id } };
  if ((await Lists.updateAsync(isNew, { $push: { members: account } })) > 0) return true;
  if (isMember(requirePrivate(await Lists.findOneAsync({ _id }), _id), account._id)) return false;
  throw new ContractError(
    'limit-reached',
    `At most ${limits.membersPerList} people may see one private list`,
  );
}

async function takeOff(_id: string, memberId: string): Promise<void> {
  await Lists.updateAsync({ _id }, { $pull: { members: { _id: memberId } } });
}

/** @throws ContractError `not-found`; `not-authorized` for a public list: it is everybody's already */
function requirePrivate(list: Access | undefined, _id: string): Access {
  if (!list) throw notFound(_id);
  if (list.owner === undefined) throw notAuthorized();
  return list;
}

function isMember({ members }: Access, userId: string): boolean {
  return members?.some(({ _id }) => _id === userId) ?? false;
}

import { roleOn } from '@meteor-vs-mean/contract/access';
import { ContractError, limitReached } from '@meteor-vs-mean/contract/errors';
import { limits } from '@meteor-vs-mean/contract/limits';
import { findAccount } from '../accounts/names';
import { defineMethods } from '../app/define-methods';
import { Lists } from './collection';

// Only on the server, because a browser doesn't know other accounts.

const { membersPerList, listsSharedWithAccount } = limits;

defineMethods({
  async 'lists.share'({ _id, username }) {
    const { members } = await findPrivate(_id);
    const account = await findAccount(username);
    if (!account) throw new ContractError('not-found', `There is no account called ${username}`);
    if (members.some((member) => member._id === account._id)) return null;
    if (members.length >= membersPerList) {
      throw new ContractError('limit-reached', `At most ${membersPerList} people may see one private list`);
    }
    const shared = { 'members._id': account._id, owner: { $ne: account._id } };
    if (
      (await Lists.find(shared, { limit: listsSharedWithAccount }).countAsync()) >= listsSharedWithAccount
    ) {
      const what = 'private lists of others that one account may see';
      throw limitReached({ most: listsSharedWithAccount, what });
    }
    return Lists.updateAsync(_id, { $addToSet: { members: account } });
  },

  async 'lists.unshare'({ _id, username }, { userId }) {
    const list = await findPrivate(_id);
    const member = list.members.find((each) => each.username.toLowerCase() === username.toLowerCase());
    const isOwner = roleOn(list, userId) === 'owner';
    if (isOwner ? member?._id === userId : member?._id !== userId) throw notAuthorized();
    if (!member) return null;
    return Lists.updateAsync(_id, { $pull: { members: { _id: member._id } } });
  },
});

/** @throws ContractError `not-authorized` for a public list, which has no members */
async function findPrivate(_id: string) {
  const list = await Lists.findOneAsync(_id, { fields: { owner: 1, members: 1 } });
  if (!list?.owner) throw notAuthorized();
  return { owner: list.owner, members: list.members ?? [] };
}

function notAuthorized(): ContractError {
  return new ContractError('not-authorized', 'That is not for you to do');
}

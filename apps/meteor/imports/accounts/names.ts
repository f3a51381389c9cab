import type { Member } from '@meteor-vs-mean/contract';
import { accountNameIn, anyCase } from '@meteor-vs-mean/contract/account-names';
import { ContractError } from '@meteor-vs-mean/contract/errors';
import { Meteor } from 'meteor/meteor';

/** The account with that name, in any case. */
export async function findAccount(username: string): Promise<Member | undefined> {
  const found = await Meteor.users
    .rawCollection()
    .findOne({ username }, { collation: anyCase, projection: { username: 1 } });
  return found ? { _id: found._id, username: found.username as string } : undefined;
}

/** @throws ContractError `not-authorized` for a guest, or if the account was just deleted */
export async function accountOf(userId: string | undefined): Promise<Member> {
  const user = userId && (await Meteor.users.findOneAsync(userId, { fields: { username: 1 } }));
  if (!user || user.username === undefined) throw new ContractError('not-authorized', 'Log in first');
  return { _id: user._id, username: user.username };
}

/**
 * The name shown in a room: the account's own, or a guest's nickname.
 * @throws ContractError `name-taken` if an account has the nickname, in any case
 */
export async function speakerName(userId: string | undefined, nickname: string): Promise<string> {
  if (userId !== undefined) return (await accountOf(userId)).username;
  // A browser doesn't know other accounts.
  const name = Meteor.isServer ? accountNameIn(nickname) : undefined;
  if (name !== undefined && (await findAccount(name))) {
    throw new ContractError(
      'name-taken',
      `'${nickname}' is the name of an account: choose another name, or log in`,
    );
  }
  return nickname;
}

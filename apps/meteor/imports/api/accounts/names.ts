import type { Member } from '@meteor-vs-mean/contract';
import { accountNameIn, anyCase } from '@meteor-vs-mean/contract/account-names';
import { ContractError } from '@meteor-vs-mean/contract/errors';
import { Meteor } from 'meteor/meteor';

/** The account of that name, in any case. On the server alone: minimongo has no collation, and no accounts to find. */
export async function findAccount(username: string): Promise<Member | undefined> {
  const found = await Meteor.users
    .rawCollection()
    .findOne({ username }, { collation: anyCase, projection: { username: 1 } });
  return found ? { _id: found._id, username: found.username as string } : undefined;
}

/**
 * @returns in a browser that wasn't told yet, ''
 * @throws ContractError `not-authorized` if the account was deleted a moment ago
 */
export async function nameOf(userId: string): Promise<string> {
  const user = await Meteor.users.findOneAsync(userId, { fields: { username: 1 } });
  if (user?.username !== undefined) return user.username;
  if (Meteor.isClient) return '';
  throw new ContractError('not-authorized', 'The account is gone');
}

/**
 * The name under which somebody writes: an account's own, a guest's nickname.
 * @throws ContractError `name-taken` if a guest goes by an account's name
 */
export async function speakerName(userId: string | undefined, nickname: string): Promise<string> {
  // A page says the account's name itself.
  if (Meteor.isClient) return nickname;
  if (userId !== undefined) return nameOf(userId);
  const name = accountNameIn(nickname);
  if (name !== undefined && (await findAccount(name))) {
    throw new ContractError('name-taken', `${nickname} is the name of an account: log in, or take another`);
  }
  return nickname;
}

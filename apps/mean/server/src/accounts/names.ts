import { accountNameIn, anyCase, ContractError, type User } from '@meteor-vs-mean/contract';
import type { Collection } from 'mongodb';
import type { Account } from './sessions.ts';

/**
 * The name shown in a room: the account's own, or a guest's nickname.
 * @throws ContractError `name-taken` if an account has the nickname, in any case
 */
export async function shownName(
  users: Collection<User>,
  nickname: string,
  account: Account | undefined,
): Promise<string | undefined> {
  if (account) return account.username;
  const username = accountNameIn(nickname);
  if (username === undefined) return nickname;
  const taken = await users.findOne({ username }, { collation: anyCase, projection: { _id: 1 } });
  return taken ? undefined : nickname;
}

export function nameTaken(nickname: string): ContractError {
  return new ContractError(
    'name-taken',
    `'${nickname}' is the name of an account: choose another name, or log in`,
  );
}

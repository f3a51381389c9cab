import { anyCase, ContractError, type User, username as usernameSchema } from '@meteor-vs-mean/contract';
import type { Collection } from 'mongodb';
import type { Account } from './sessions.ts';

const ascii = /^[\x20-\x7e]*$/;

/**
 * The name under which somebody appears in a room: an account's own, or a guest's nickname if it is no account's.
 * @returns undefined if an account is called that, in any case
 */
export async function shownName(
  users: Collection<User>,
  nickname: string,
  account: Account | undefined,
): Promise<string | undefined> {
  if (account) return account.username;
  // Letters that are other forms of ours are taken for them, and MongoDB overlooks characters that aren't seen.
  const username = nickname.normalize('NFKC').trim();
  if (ascii.test(username) && !usernameSchema.safeParse(username).success) return nickname;
  const taken = await users.findOne({ username }, { collation: anyCase, projection: { _id: 1 } });
  return taken ? undefined : nickname;
}

export function nameTaken(nickname: string): ContractError {
  return new ContractError(
    'name-taken',
    `'${nickname}' is the name of an account: choose another, or log in`,
  );
}

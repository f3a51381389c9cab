import { deletedAccount, type List, type Message, type Todo, type User } from '@meteor-vs-mean/contract';
import type { Db } from 'mongodb';
import type { MadeAccount } from './accounts.ts';

/** Of the sign-ups in journey.yml: each has the name of an account that was made with these, and an ending. */
function signedUp(accounts: readonly MadeAccount[]): RegExp[] {
  const series = accounts.flatMap(({ username }) => /^load-\w+-(?=\d+$)/.exec(username)?.[0] ?? []);
  return [...new Set(series)].map((start) => new RegExp(`^${start}\\d+-`));
}

/**
 * Removes accounts with what they own, as an app does when one is deleted. The accounts go last: what is cut short can
 * be done again.
 * @returns how many there were
 */
export async function removeAccounts(db: Db, accounts: readonly MadeAccount[]): Promise<number> {
  const users = db.collection<User>('users');
  const names = [...accounts.map(({ username }) => username), ...signedUp(accounts)];
  const named = { username: { $in: names } };
  const ids = (await users.find(named, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  const lists = db.collection<List>('lists');
  const owned = await lists.find({ owner: { $in: ids } }, { projection: { _id: 1 } }).toArray();
  // Where the making was cut short, a list's todos are there without the list, and the list without its owner.
  const made = accounts
    .flatMap(({ listId, sharedListId }) => [listId, sharedListId])
    .filter((id) => id !== '');
  const listIds = [...new Set([...owned.map(({ _id }) => _id), ...made])];
  await lists.deleteMany({ _id: { $in: listIds } });
  await db.collection<Todo>('todos').deleteMany({ listId: { $in: listIds } });
  await lists.updateMany({ 'members._id': { $in: ids } }, { $pull: { members: { _id: { $in: ids } } } });
  await db
    .collection<Message>('messages')
    .updateMany({ userId: { $in: ids } }, { $set: { nickname: deletedAccount }, $unset: { userId: '' } });
  const { deletedCount } = await users.deleteMany({ _id: { $in: ids } });
  return deletedCount;
}

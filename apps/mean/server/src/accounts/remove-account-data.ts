import { deletedAccount } from '@meteor-vs-mean/contract';
import type { LiveCollections } from '../live/collection.ts';

/** Removes an account's lists with their todos, and its name from other documents. Running it again is harmless. */
export async function removeAccountData(
  { lists, todos, messages }: LiveCollections,
  userId: string,
): Promise<void> {
  const owned = await lists.find({ owner: userId }, { projection: { _id: 1 } }).toArray();
  for (const { _id } of owned) {
    // Todos first: after a crash halfway the list still exists to find them.
    await todos.deleteMany({ listId: _id });
    await lists.deleteOne({ _id });
  }
  await lists.updateMany({ 'members._id': userId }, { $pull: { members: { _id: userId } } });
  await messages.updateMany({ userId }, { $set: { nickname: deletedAccount }, $unset: { userId: '' } });
}

import { deletedAccount } from '@meteor-vs-mean/contract';
import type { Collections } from '../database.ts';
import { graceIsOver } from '../grace.ts';
import type { Writes } from '../live/writes.ts';

/** Removes what is an account's alone, and takes its name off the rest. It may be done again. */
export async function removeThings({ lists }: Collections, writes: Writes, userId: string): Promise<void> {
  const owned = await lists.find({ owner: userId }, { projection: { _id: 1 } }).toArray();
  for (const { _id } of owned) {
    // Before the list, so that one by which they are found is left if this ends halfway.
    await writes.removeMany('todos', { listId: _id });
    await writes.remove('lists', _id);
  }
  if (owned.length > 0) await graceIsOver();
  for (const { _id } of owned) await writes.removeMany('todos', { listId: _id }); // what was being added
  await writes.modify('lists', { 'members._id': userId }, { $pull: { members: { _id: userId } } });
  await writes.modify('messages', { userId }, { $set: { nickname: deletedAccount }, $unset: { userId: '' } });
}

import { ContractError } from '@meteor-vs-mean/contract/errors';
import type { Mongo } from 'meteor/mongo';

/** @throws ContractError `limit-reached` if `most` documents are there already */
export async function assertRoomForOne<Document extends { _id: string }>(
  collection: Mongo.Collection<Document>,
  selector: Mongo.Selector<Document>,
  most: number,
  what: string,
): Promise<void> {
  // Counting stops at the limit: it never costs more than the limit's number of index keys.
  const count = await collection.find(selector, { limit: most }).countAsync();
  if (count >= most) throw new ContractError('limit-reached', `There may be ${most} ${what} at most`);
}

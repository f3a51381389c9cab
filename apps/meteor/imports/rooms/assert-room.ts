import { ContractError } from '@meteor-vs-mean/contract/errors';
import { Rooms } from './collections';

/** @throws ContractError `not-found` */
export async function assertRoom(_id: string): Promise<void> {
  const room = await Rooms.findOneAsync(_id, { fields: { _id: 1 } });
  if (!room) throw new ContractError('not-found', `There is no room '${_id}'`);
}

import { ContractError } from './errors.ts';
import { limits } from './limits.ts';

/**
 * Checks that a connection may enter a room with a presence.
 * @param held the rooms that the connection is in, by the ids of its presences
 * @throws ContractError `limit-reached`
 */
export function assertPlace(held: ReadonlyMap<string, string>, _id: string, roomId: string): void {
  const others = [...held].filter(([id]) => id !== _id).map(([, room]) => room);
  if (others.includes(roomId))
    throw new ContractError('limit-reached', 'This connection is in that room already');
  const most = limits.presencesPerConnection;
  if (others.length < most) return;
  throw new ContractError('limit-reached', `A connection may be in at most ${most} rooms`);
}

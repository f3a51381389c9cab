import { limits } from '@meteor-vs-mean/contract/limits';
import { DDPRateLimiter } from 'meteor/ddp-rate-limiter';
import type { Meteor } from 'meteor/meteor';

/**
 * Does what may change many documents, each of which is delivered: it counts as a call for each
 * `limits.changesPerCall` of them. How many they are is known when it is done, so it is the calls after it that are
 * refused.
 * @param connection null for a call that the server makes itself
 * @param change answers how many it changed
 */
export async function countChanges(
  connection: Meteor.Connection | null,
  change: () => Promise<number>,
): Promise<number> {
  const changed = await change();
  if (connection === null) return changed;
  const { id: connectionId, clientAddress } = connection;
  const event = { type: 'method', name: '', userId: null, clientAddress, connectionId };
  for (let more = Math.ceil(changed / limits.changesPerCall) - 1; more > 0; more -= 1) {
    DDPRateLimiter._increment(event);
  }
  return changed;
}

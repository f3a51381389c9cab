import { ContractError } from '@meteor-vs-mean/contract/errors';
import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor, type Subscription } from 'meteor/meteor';
import { toMeteorError } from '/imports/app/contract-error';
import { countUnseen, type Session } from './refusals';

type Publication = (this: Subscription, ...args: unknown[]) => unknown;

/** A connection has so many subscriptions at a time, and no more, also to what Meteor's own packages publish. */
export function boundSubscriptions(): void {
  const publications = Meteor.server.publish_handlers as Record<string, Publication>;
  for (const [name, publication] of Object.entries(publications)) {
    publications[name] = function (...args) {
      // This one is among them.
      const count = sessionOf(this.connection)?._namedSubs.size ?? 0;
      if (count > limits.openSubscriptions) {
        const sentence = `A connection has ${limits.openSubscriptions} subscriptions at most`;
        throw toMeteorError(new ContractError('limit-reached', sentence));
      }
      return publication.apply(this, args);
    };
  }
}

/**
 * To be called before a connection becomes another account's, or a guest's: Meteor begins all its subscriptions anew
 * then, which costs what it costs to subscribe so often, and is counted as that.
 * @param connection null for a call that the server makes itself
 * @throws ContractError `too-many-requests`
 */
export function countAnew(connection: Meteor.Connection | null): void {
  const session = connection && sessionOf(connection);
  if (!session) return;
  for (let left = session._namedSubs.size; left > 0; left -= 1) {
    if (countUnseen('subscription', session)) continue;
    const sentence = `All ${session._namedSubs.size} subscriptions would begin anew, and that is too many: try again later`;
    throw new ContractError('too-many-requests', sentence);
  }
}

/** @returns undefined once it is closed */
function sessionOf({ id }: Meteor.Connection): Session | undefined {
  return Meteor.server.sessions.get(id) as Session | undefined;
}

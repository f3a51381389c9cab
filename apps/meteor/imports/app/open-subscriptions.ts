import { ContractError } from '@meteor-vs-mean/contract/errors';
import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor, type Subscription } from 'meteor/meteor';
import { toMeteorError } from './contract-error';

/** Meteor's own object for a connection. */
interface Session {
  /** Its subscriptions, by id. */
  _namedSubs: Map<string, unknown>;
}

type Publication = (this: Subscription, ...args: unknown[]) => unknown;

/**
 * Limits the subscriptions of a connection, including those to publications of Meteor's own packages. Call it after all
 * publications are defined.
 */
export function limitSubscriptions(): void {
  const publications = Meteor.server.publish_handlers as Record<string, Publication>;
  for (const [name, publication] of Object.entries(publications)) {
    publications[name] = function (...args) {
      // The count includes this one.
      const session = Meteor.server.sessions.get(this.connection.id) as Session | undefined;
      const count = session?._namedSubs.size ?? 0;
      if (count > limits.openSubscriptions) {
        const sentence = `A connection may have at most ${limits.openSubscriptions} subscriptions`;
        throw toMeteorError(new ContractError('limit-reached', sentence));
      }
      return publication.apply(this, args);
    };
  }
}

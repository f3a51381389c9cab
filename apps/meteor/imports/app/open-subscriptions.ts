import { ContractError } from '@meteor-vs-mean/contract/errors';
import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor, type Subscription } from 'meteor/meteor';
import { toMeteorError } from './contract-error';

/** Meteor's own object for a connection. */
interface Session {
  /** Its subscriptions, by their ids. */
  _namedSubs: Map<string, unknown>;
}

type Publication = (this: Subscription, ...args: unknown[]) => unknown;

/**
 * A connection has so many subscriptions at a time, also to what Meteor's own packages publish. Call it once all
 * publications are there.
 */
export function limitSubscriptions(): void {
  const publications = Meteor.server.publish_handlers as Record<string, Publication>;
  for (const [name, publication] of Object.entries(publications)) {
    publications[name] = function (...args) {
      // This one is among them.
      const session = Meteor.server.sessions.get(this.connection.id) as Session | undefined;
      const count = session?._namedSubs.size ?? 0;
      if (count > limits.openSubscriptions) {
        const sentence = `A connection has ${limits.openSubscriptions} subscriptions at most`;
        throw toMeteorError(new ContractError('limit-reached', sentence));
      }
      return publication.apply(this, args);
    };
  }
}

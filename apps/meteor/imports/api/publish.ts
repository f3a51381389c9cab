import type { PublicationName } from '@meteor-vs-mean/contract';
import { ContractError } from '@meteor-vs-mean/contract/errors';
import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor, type Subscription } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { toMeteorError } from './contract-error';
import { takeTurn } from './guards/snapshots';

type Cursor = Mongo.Cursor<{ _id: string }>;
/** What Meteor takes from a publication. */
type Published = void | undefined | Cursor | Promise<void>;

/** How many subscriptions a connection has, by its id. */
const open = new Map<string, number>();

/**
 * Meteor.publish for a publication of the contract: a connection has so many subscriptions at a time, and no more; and
 * what it gets first it gets in its turn.
 */
export function publish(
  name: PublicationName,
  handler: (this: Subscription, params: unknown) => Published,
): void {
  Meteor.publish(name, async function (params: unknown) {
    const { id } = this.connection;
    const count = (open.get(id) ?? 0) + 1;
    if (count > limits.openSubscriptions) {
      const sentence = `A connection has ${limits.openSubscriptions} subscriptions at most`;
      throw toMeteorError(new ContractError('limit-reached', sentence));
    }
    open.set(id, count);
    // Before any other: what is called behind it may be called later, when all have begun anew for another account.
    this.onStop(() => {
      const left = (open.get(id) ?? 0) - 1;
      if (left > 0) open.set(id, left);
      else open.delete(id);
    });
    const end = await takeTurn(this.connection);
    this.onStop(end);
    const { ready } = this;
    this.ready = () => {
      ready.call(this);
      end();
    };
    return handler.call(this, params);
  });
}

import { type PublicationName, publications } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { findPublished } from './find-published';
import { hooks } from './hooks';
import { publishOfList } from './publish-of-list';

type Fields = Record<string, unknown>;

/** Meteor.publish for the contract's publications. A connection's initial documents wait for their turn. */
export function publish<Document extends { _id: string }>(
  name: PublicationName,
  collection: Mongo.Collection<Document>,
): void {
  const { may } = publications[name];
  Meteor.publish(name, async function (params: unknown) {
    // Not unblocked: a page first subscribes to data that it shares with the previous page, which then unsubscribes. If
    // the unsubscribe overtook this, the documents would disappear for a moment.
    const found = findPublished(collection, name, params, this.userId);
    if (!found) return this.ready();
    if ('list' in may) {
      return publishOfList(this, (params as Fields)[may.list] as string, found, collection._name);
    }
    let isOver = false;
    this.onStop(() => {
      isOver = true;
    });
    const end = await hooks.admit(this.connection, found, () => isOver);
    this.onStop(end);
    const { ready } = this;
    this.ready = () => {
      ready.call(this);
      end();
    };
    return isOver ? undefined : found;
  });
}

import type { PublicationName } from '@meteor-vs-mean/contract';
import { Meteor, type Subscription } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { hooks } from './hooks';

type Cursor = Mongo.Cursor<{ _id: string }>;
/** What is to be published, if the handler doesn't publish it itself. */
type Published = void | undefined | Cursor | Promise<void>;

/** Meteor.publish for a publication of the contract: what a connection gets first it gets in its turn. */
export function publish(
  name: PublicationName,
  handler: (this: Subscription, params: unknown) => Published,
): void {
  Meteor.publish(name, async function (params: unknown) {
    // Not unblocked: a page subscribes to what the page before it shows, too, and then that one unsubscribes. If that
    // overtook this, the documents would go and come back.
    const cursor = await handler.call(this, params);
    if (!cursor) return undefined;
    let isOver = false;
    this.onStop(() => {
      isOver = true;
    });
    const end = await hooks.admit(this.connection, cursor, () => isOver);
    this.onStop(end);
    const { ready } = this;
    this.ready = () => {
      ready.call(this);
      end();
    };
    return isOver ? undefined : cursor;
  });
}

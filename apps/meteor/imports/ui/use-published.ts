import { orders } from '@meteor-vs-mean/contract/orders';
import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { useFind } from 'meteor/react-meteor-data';
import { type DependencyList, useMemo, useRef } from 'react';
import { useSnapshot } from '/imports/rendering/page';
import { merged } from './merged';
import { useSubscription } from './use-subscription';

interface Published<Document> {
  documents: Document[];
  /** Whether it isn't known yet what there is. */
  isLoading: boolean;
}

type Ordered = keyof typeof orders;

/** Nothing is followed on the server: what it renders came with the page's data. */
const useLive: typeof useFind = Meteor.isServer ? ((() => []) as never) : useFind;

/**
 * Subscribes, and follows documents that the subscription brings. Until it has brought them these are the ones that the
 * page was rendered from, and what is written meanwhile.
 * @param find in the order of its collection
 * @param name undefined: for now there is nothing to subscribe to
 */
export function usePublished<Document extends { _id: string }>(
  name: string | undefined,
  params: object | undefined,
  collection: Ordered,
  find: () => Mongo.Cursor<Document>,
  deps: DependencyList,
): Published<Document> {
  const snapshot = useSnapshot<Document>(name, params);
  const isOnItsWay = useSubscription(name, ...(params ? [params] : []))();
  // On the server nothing is on its way. Once it has come the snapshot is old, also if the subscription begins anew.
  const hasCome = useRef(false);
  hasCome.current ||= Meteor.isClient && !isOnItsWay;
  const early = hasCome.current ? undefined : snapshot;
  const live = useLive(find, deps);
  const documents = useMemo(
    () => (early ? merged(early, live, orders[collection]) : live),
    [early, live, collection],
  );
  return { documents, isLoading: isOnItsWay && !early };
}

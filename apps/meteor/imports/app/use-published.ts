import type { PublicationName } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { useFind } from 'meteor/react-meteor-data';
import { type DependencyList, useMemo, useRef } from 'react';
import { useSnapshot } from '/imports/app/rendering/page';
import { useSubscription } from './use-subscription';

interface Published<Document> {
  documents: Document[];
  /** Whether no documents are known yet. */
  isLoading: boolean;
  /** Whether these are the server-rendered documents, because the subscription has none yet. */
  isRendered: boolean;
}

/** The part of a publication to follow. */
interface Wanted<Document extends { _id: string }> {
  /** Undefined: no subscription for now. */
  name: PublicationName | undefined;
  params?: object;
  collection: Mongo.Collection<Document>;
  selector: Mongo.Selector<Document>;
  /** The collection's own name. */
  sort: Record<string, 1 | -1>;
}

/** The server has no subscriptions: it renders from the page's snapshot. */
const useLive: typeof useFind = Meteor.isServer ? ((() => []) as never) : useFind;

/**
 * Subscribes, and follows the subscription's documents. Until it is ready, these are the server-rendered ones, with the
 * user's own additions after them.
 * @param deps the values in the selector
 */
export function usePublished<Document extends { _id: string }>(
  { name, params, collection, selector, sort }: Wanted<Document>,
  deps: DependencyList,
): Published<Document> {
  const rendered = useRef(useSnapshot<Document>(name, params));
  const isOnItsWay = useSubscription(name, ...(params ? [params] : []))();
  // Old by then, even if the subscription starts again.
  if (Meteor.isClient && !isOnItsWay) rendered.current = undefined;
  const snapshot = rendered.current;
  const live = useLive(() => collection.find(selector, { sort }), deps);
  const documents = useMemo(() => {
    if (!snapshot) return live;
    const ids = new Set(snapshot.map(({ _id }) => _id));
    return [...snapshot, ...live.filter(({ _id }) => !ids.has(_id))];
  }, [snapshot, live]);
  return { documents, isLoading: isOnItsWay && !snapshot, isRendered: snapshot !== undefined };
}

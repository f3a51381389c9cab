import type { PublicationName } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { useFind } from 'meteor/react-meteor-data';
import { type DependencyList, useMemo, useRef } from 'react';
import { useSnapshot } from '/imports/app/rendering/page';
import { useSubscription } from './use-subscription';

interface Published<Document> {
  documents: Document[];
  /** Whether nothing is known yet. */
  isLoading: boolean;
  /** Whether these are the documents that the server rendered: the subscription hasn't brought any yet. */
  isRendered: boolean;
}

/** What to follow of a publication. */
interface Wanted<Document extends { _id: string }> {
  /** Undefined: for now there is nothing to subscribe to. */
  name: PublicationName | undefined;
  params?: object;
  collection: Mongo.Collection<Document>;
  selector: Mongo.Selector<Document>;
  /** The collection's own. */
  sort: Record<string, 1 | -1>;
}

/** The server follows nothing: what it renders is the page's snapshot. */
const useLive: typeof useFind = Meteor.isServer ? ((() => []) as never) : useFind;

/**
 * Subscribes, and follows documents that the subscription brings. Until it is ready these are the ones that the server
 * rendered, with what the page's user adds below them.
 * @param deps what the selector is made from
 */
export function usePublished<Document extends { _id: string }>(
  { name, params, collection, selector, sort }: Wanted<Document>,
  deps: DependencyList,
): Published<Document> {
  const rendered = useRef(useSnapshot<Document>(name, params));
  const isOnItsWay = useSubscription(name, ...(params ? [params] : []))();
  // Later it is old, also if the subscription begins again.
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

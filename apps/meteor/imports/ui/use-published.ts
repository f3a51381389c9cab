import type { PublicationName } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { useFind } from 'meteor/react-meteor-data';
import { type DependencyList, useEffect, useMemo, useRef, useState } from 'react';
import { pageCopyOf } from '/imports/api/page-copies';
import { useSnapshot } from '/imports/rendering/page';
import { merged } from './merged';
import { useSubscription } from './use-subscription';

interface Published<Document> {
  documents: Document[];
  /** Whether it isn't known yet what there is. */
  isLoading: boolean;
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

/** Nothing is followed on the server: what it renders came with the page's data. */
const useLive: typeof useFind = Meteor.isServer ? ((() => []) as never) : useFind;

/**
 * Subscribes, and follows documents that the subscription brings. Until it has brought them these are the ones that the
 * page was rendered from, and what is written meanwhile.
 * @param deps what the selector is made from
 */
export function usePublished<Document extends { _id: string }>(
  { name, params, collection, selector, sort }: Wanted<Document>,
  deps: DependencyList,
): Published<Document> {
  const snapshot = useSnapshot<Document>(name, params);
  // Before they are first looked for, which is in this rendering.
  useState(() => {
    if (Meteor.isClient) for (const document of snapshot ?? []) keepCopy(collection, document);
  });
  const isOnItsWay = useSubscription(name, ...(params ? [params] : []))();
  // On the server nothing is on its way. Once it has come the copy is old, also if the subscription begins anew.
  const hasCome = useRef(false);
  hasCome.current ||= Meteor.isClient && !isOnItsWay;
  const isEarly = snapshot !== undefined && !hasCome.current;
  useEffect(() => {
    if (!isEarly) return;
    // What is old no stub must find.
    return () => {
      for (const { _id } of snapshot) pageCopyOf(collection).remove(_id);
    };
  }, [isEarly, snapshot, collection]);
  // Given no cursor, `useFind` has the browser evaluate a text, which the page's policy forbids.
  const copies = useLive(() => pageCopyOf(collection).find(selector, { sort }), deps);
  const live = useLive(() => collection.find(selector, { sort }), deps);
  const documents = useMemo(() => {
    if (Meteor.isServer) return snapshot ?? [];
    return isEarly ? merged(copies, live, sort) : live;
  }, [snapshot, isEarly, copies, live, sort]);
  return { documents, isLoading: isOnItsWay && !isEarly };
}

function keepCopy<Document extends { _id: string }>(
  collection: Mongo.Collection<Document>,
  document: Document,
): void {
  const copy = pageCopyOf(collection);
  if (!copy.findOne(document._id)) copy.insert(document as never);
}

import { type List, roleOn } from '@meteor-vs-mean/contract';
import type { Meteor, Subscription } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';
import { Lists } from '../lists/collection';
import { hooks } from './hooks';

type Documents = Mongo.Cursor<{ _id: string }>;
type Access = Pick<List, 'owner' | 'members'>;

/** No callback here changes its fields, so Meteor needn't copy them for each subscriber. */
const options = { nonMutatingCallbacks: true };

/**
 * Publishes a list's documents while the subscriber may see the list. Meteor doesn't run a publication again when
 * access changes, so this one also observes the list.
 * @param collection of the documents
 */
export async function publishOfList(
  subscription: Subscription,
  listId: string,
  documents: Documents,
  collection: string,
): Promise<void> {
  const userId = subscription.userId ?? undefined;
  let shown: Shown | undefined;
  let list: Access = {};
  const decide = (changed: Access | undefined): void => {
    list = { ...list, ...changed };
    if (changed && roleOn(list, userId)) {
      shown ??= show(subscription, documents, collection);
    } else {
      shown?.hide();
      shown = undefined;
      if (!changed) list = {};
    }
  };
  const callbacks = {
    added: (_id: string, fields: Access) => decide(fields),
    changed: (_id: string, fields: Access) => decide(fields),
    removed: () => decide(undefined),
  };
  const deciding = Lists.find({ _id: listId }, { fields: { owner: 1, members: 1 } });
  const handle: Meteor.LiveQueryHandle = await deciding.observeChanges(callbacks, options);
  subscription.onStop(() => {
    handle.stop();
    shown?.stop();
  });
  await shown?.started;
  subscription.ready();
}

interface Shown {
  /** Resolves when the initial documents are sent. */
  started: Promise<unknown>;
  stop(): void;
  /** Stops, and removes all documents from the subscriber. */
  hide(): void;
}

function show(subscription: Subscription, documents: Documents, collection: string): Shown {
  /** The sent documents, which Meteor only tracks under some publication strategies. */
  const ids = new Set<string>();
  let isOver = false;
  const callbacks = {
    added(id: string, fields: object) {
      if (isOver) return;
      ids.add(id);
      subscription.added(collection, id, fields as Record<string, unknown>);
    },
    changed(id: string, fields: object) {
      if (!isOver) subscription.changed(collection, id, fields as Record<string, unknown>);
    },
    removed(id: string) {
      if (!isOver && ids.delete(id)) subscription.removed(collection, id);
    },
  };
  const begin = async () => {
    const end = await hooks.admit(subscription.connection, documents, () => isOver);
    try {
      return isOver ? undefined : await documents.observeChanges(callbacks, options);
    } finally {
      end();
    }
  };
  const started = begin().catch((error) => subscription.error(error));
  const stop = () => {
    isOver = true;
    started.then((handle) => handle?.stop());
  };
  const hide = () => {
    stop();
    for (const id of ids) subscription.removed(collection, id);
  };
  return { started, stop, hide };
}

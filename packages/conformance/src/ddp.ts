import type { Client, Subscription } from '@meteor-vs-mean/pubsub-client';
import type { Peer } from './peer.ts';
import { byNickname, type Frame, inOrder, View } from './view.ts';
import { type Document, decode, type Fields } from './wire.ts';

/** The order of each publication. On DDP clients sort, as Meteor's own do. */
const orders: Record<string, (documents: Document[]) => Document[]> = {
  'messages.byRoom': (documents) => inOrder(documents, -1),
  'presence.byRoom': byNickname,
};
const oldestFirst = (documents: Document[]) => inOrder(documents, 1);

interface ChangeMessage {
  msg: Frame['event'];
  collection: string;
  id: string;
  fields?: Fields;
  cleared?: string[];
}

/** Views from `added`, `changed` and `removed`. The snapshot is everything that was `added` before `ready`. */
export function openDdp(client: Client): Peer {
  const byCollection = new Map<string, View>();
  const views: View[] = [];

  client.onChange(({ args }) => {
    const { msg, collection, id, fields, cleared } = args[0] as ChangeMessage;
    const frame = {
      event: msg,
      id: parsedId(id),
      fields: decode(fields ?? {}) as Fields,
      cleared: cleared ?? [],
    };
    byCollection.get(collection)?.apply(frame);
  });
  client.onReconnect(() => {
    for (const view of views) view.begin([]);
  });

  return {
    client,
    views,
    call: (name, ...input) => client.call(name, ...input),
    async subscribe(name, ...params) {
      // DDP names collections, not subscriptions: a peer has one view of each.
      const collection = name.split('.')[0] as string;
      const known = byCollection.get(collection);
      const view = known ?? new View(name);
      byCollection.set(collection, view);
      let subscription: Subscription;
      try {
        subscription = await client.subscribe(name, ...params);
      } catch (error) {
        if (known === undefined) byCollection.delete(collection);
        throw error;
      }
      if (known === undefined) {
        view.snapshotIsComplete(orders[name] ?? oldestFirst);
        views.push(view);
      }
      view.stop = () => subscription.stop();
      return view;
    },
  };
}

/**
 * Meteor encodes an _id with a `-` before it if it starts with `-` or `~`, or could be an ObjectID (24 hex digits); its
 * clients decode it (package mongo-id, `idParse`).
 */
function parsedId(id: string): string {
  return id.startsWith('-') ? id.slice(1) : id;
}

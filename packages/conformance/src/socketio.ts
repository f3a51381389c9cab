import type { Client } from '@meteor-vs-mean/pubsub-client';
import type { Peer } from './peer.ts';
import { type Frame, View } from './view.ts';
import { type Document, decode, encode, type Fields } from './wire.ts';

interface Snapshot {
  channel: string;
  documents: Document[];
}

/** Views from `added`, `changed` and `removed`, which name the channels of their subscriptions. */
export function openSocketIo(client: Client): Peer {
  const byChannel = new Map<string, View>();
  const restarts: (() => void)[] = [];
  const views: View[] = [];

  client.onChange(({ event, args }) => {
    const [channel, subject, fields, cleared] = args as [string, unknown, unknown, string[] | undefined];
    byChannel.get(channel)?.apply(frameOf(event as Frame['event'], subject, fields, cleared));
  });
  client.onReconnect(() => {
    byChannel.clear();
    for (const restart of restarts) restart();
  });

  return {
    client,
    views,
    call: async (name, ...input) => decode(await client.call(name, ...input.map(encode))),
    async subscribe(name, ...params) {
      const subscription = await client.subscribe(name, ...params.map(encode));
      const view = byChannel.get((subscription.snapshot as Snapshot).channel) ?? new View(name);
      // A reconnected client may have another account, or none: then `lists.mine` has another channel.
      const begin = () => {
        const { channel, documents } = subscription.snapshot as Snapshot;
        byChannel.set(channel, view);
        view.begin(decode(documents) as Document[]);
      };
      begin();
      restarts.push(begin);
      if (!views.includes(view)) views.push(view);
      view.stop = () => subscription.stop();
      return view;
    },
  };
}

function frameOf(
  event: Frame['event'],
  subject: unknown,
  fields: unknown,
  cleared: string[] | undefined,
): Frame {
  if (event === 'added') {
    const { _id, ...rest } = decode(subject) as Document;
    return { event, id: _id, fields: rest, cleared: [] };
  }
  return { event, id: subject as string, fields: (decode(fields) ?? {}) as Fields, cleared: cleared ?? [] };
}

import { type Change, connect, type Transport } from '@meteor-vs-mean/pubsub-client';
import type { Subscriber, SubscriberOptions } from './carrier.ts';

/** Name of the publication, and of the Socket.io event that asks for it. */
export const publication = 'todos';

/** packages/pubsub-client, as in compare. */
export async function subscribeByPubSub(
  transport: Transport,
  { host, port, deflate, onTodo }: SubscriberOptions,
): Promise<Subscriber> {
  const client = await connect({ url: `http://${host}:${port}`, transport, compression: deflate });
  const take = transport === 'socketio' ? takeEvent : takeAdded;
  client.onChange((change, at_ns) => {
    if (change.event === 'added') take(change, at_ns);
  });
  await client.subscribe(publication);
  return { extensions: client.negotiated.extensions };

  function takeEvent({ args }: Change, at_ns: bigint): void {
    const todo = args[0] as { _id: string; text: string };
    onTodo(todo._id, todo.text, at_ns);
  }
  function takeAdded({ args }: Change, at_ns: bigint): void {
    const { id, fields } = args[0] as { id: string; fields: { text: string } };
    onTodo(id, fields.text, at_ns);
  }
}

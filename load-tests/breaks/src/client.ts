import { type Change, type Client, connect } from '@meteor-vs-mean/pubsub-client';
import { type StackName, stackNamed } from '@meteor-vs-mean/stacks';

/** A client as the stack's browsers are, who keeps no documents. */
export function connectTo(stack: StackName, url: string): Promise<Client> {
  return connect({
    url,
    transport: stackNamed(stack).defaultTransport,
    subscribeEvent: 'subscribe',
    unsubscribeEvent: 'unsubscribe',
  });
}

/** @returns the id of the document that a change is about */
export function idOf({ args }: Change): string | undefined {
  // DDP: the whole message. Socket.io: the channel, then the document or its id.
  if (args.length === 1) return (args[0] as { id?: string }).id;
  const about = args[1] as string | { _id: string };
  return typeof about === 'string' ? about : about._id;
}

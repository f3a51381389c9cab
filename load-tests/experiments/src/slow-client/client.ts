import { type Client, connect } from '@meteor-vs-mean/pubsub-client';
import { type StackName, stackNamed } from '@meteor-vs-mean/testbed/stacks';

/** A client as the stack's browsers are, who keeps no documents. */
export function connectTo(stack: StackName, url: string): Promise<Client> {
  return connect({
    url,
    transport: stackNamed(stack).defaultTransport,
    subscribeEvent: 'subscribe',
    unsubscribeEvent: 'unsubscribe',
  });
}

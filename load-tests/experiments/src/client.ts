import { type Client, type ConnectOptions, connect } from '@meteor-vs-mean/pubsub-client';
import { type StackName, stackNamed } from '@meteor-vs-mean/testbed/stacks';

/** Connects as the stack's browsers do; the client keeps no documents. */
export function clientOf(
  stack: StackName,
  url: string,
  options: Pick<ConnectOptions, 'localAddress' | 'reconnect' | 'timeout_ms' | 'login'> = {},
): Promise<Client> {
  return connect({
    url,
    transport: stackNamed(stack).defaultTransport,
    subscribeEvent: 'subscribe',
    unsubscribeEvent: 'unsubscribe',
    answer: 'result',
    ...options,
  });
}

import type { Change, Client } from '@meteor-vs-mean/pubsub-client';
import { eventMismatch } from './event-takes.ts';
import type { VirtualUser } from './virtual-user.ts';

/** `context.pubsub` of a function of the processor. */
interface ProcessorTools {
  /** The connection, if there is one: the step `connect: {}` makes it. */
  readonly client: Client | undefined;
  /**
   * @param options `timeout` in seconds; `match` as in the script
   * @returns the event's arguments
   */
  wait(
    event: string,
    options?: { collection?: string; namespace?: string; match?: unknown; timeout?: number },
  ): Promise<unknown[]>;
}

/** @returns `context.pubsub` for functions of the processor */
export function forProcessor(user: VirtualUser): ProcessorTools {
  return {
    get client() {
      return user.currentClient;
    },
    wait: async (event, { timeout, match, namespace, ...wanted } = {}) => {
      await user.client();
      const named = namespace === undefined ? {} : { namespace: await user.listenTo(namespace) };
      const timeout_ms = timeout === undefined ? user.timeout_ms : 1000 * timeout;
      const mismatch = (change: Change) => eventMismatch(user, match, change);
      const found = await user
        .received()
        .wait({ event, ...wanted, ...named, mismatch }, timeout_ms, 'pubsub.wait');
      return found.change.args;
    },
  };
}

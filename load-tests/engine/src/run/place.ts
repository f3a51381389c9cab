import type { ConnectOptions } from '@meteor-vs-mean/pubsub-client';

/** What differs between virtual users. */
export interface Place {
  id: string;
  /** From 0, in all threads and processes; undefined if no step uses it. */
  number: number | undefined;
  /** The options of a connection to its instance of the app. */
  connection: ConnectOptions;
  isWitness: boolean;
  /** Whether it keeps events for a later `wait`. */
  keepsEvents: boolean;
}

import type { ConnectOptions } from '@meteor-vs-mean/pubsub-client';

/** What tells a virtual user apart. */
export interface Place {
  id: string;
  /** From 0 up over all threads and processes; undefined where no step asks for it. */
  number: number | undefined;
  /** To its instance of the app. */
  connection: ConnectOptions;
  isWitness: boolean;
  /** Whether it keeps events for a later `wait`. */
  keepsEvents: boolean;
}

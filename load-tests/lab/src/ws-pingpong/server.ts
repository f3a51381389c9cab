import type { Target } from '../experiment.ts';

/**
 * A server that sends each text it gets to all others: a column of the tables. Its program tells its `port`, and
 * answers `{ do: 'count' }` with how many messages it has received.
 */
export interface PingPongServer extends Target {
  runtime: 'node' | 'bun';
  /** Of the program. */
  file: URL;
}

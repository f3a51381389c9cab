/** A program that plays ping-pong between two connections of its own: a row of the tables. See player.ts. */
export interface PingPongClient {
  key: string;
  title: string;
  runtime: 'node' | 'bun';
  file: URL;
}

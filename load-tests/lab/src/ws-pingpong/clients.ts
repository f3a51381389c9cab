/** A program that plays ping-pong between two connections of its own: a row of the tables. See player.ts. */
export interface PingPongClient {
  key: string;
  title: string;
  runtime: 'node' | 'bun';
  file: URL;
}

const ws = new URL('./clients/ws.ts', import.meta.url);
const own = new URL('./clients/own.ts', import.meta.url);

/** In the order of the rows. */
export const clients: readonly PingPongClient[] = [
  { key: 'node-ws', title: 'Node with ws', runtime: 'node', file: ws },
  { key: 'bun', title: 'Bun with its own WebSocket', runtime: 'bun', file: own },
  { key: 'node-own', title: 'Node with its own WebSocket', runtime: 'node', file: own },
];

import type { PingPongClient } from '../client.ts';

const ws = new URL('./ws.ts', import.meta.url);
const own = new URL('./own.ts', import.meta.url);

/** In the order of the rows. */
export const clients: readonly PingPongClient[] = [
  { key: 'node-ws', title: 'Node with ws', runtime: 'node', file: ws },
  { key: 'bun', title: 'Bun with its own WebSocket', runtime: 'bun', file: own },
  { key: 'node-own', title: 'Node with its own WebSocket', runtime: 'node', file: own },
];

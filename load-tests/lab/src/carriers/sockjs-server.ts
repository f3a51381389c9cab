import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { listen } from '@meteor-vs-mean/testbed/process/port';
import type { Connection, ServerOptions } from 'sockjs';
import { versionOf, versionsOf } from '../versions.ts';
import { forFaye, isDeflating } from './deflate.ts';
import { wireOf } from './message.ts';
import { serveFanOut } from './server-side.ts';

export const prefix = '/sockjs';

export const sockjsVersions = (): Record<string, string> => ({
  ...versionsOf(['sockjs', 'permessage-deflate2', 'ws'], import.meta.url),
  // The WebSocket library of SockJS.
  'faye-websocket': versionOf('faye-websocket', import.meta.resolve('sockjs')),
  node: process.versions.node,
});

/** The same server for both of SockJS's websocket endpoints: its path is the client's choice. */
export async function serveSockjs(): Promise<void> {
  const { default: sockjs } = await import('sockjs');
  // It has no types.
  const deflate = createRequire(import.meta.url)('permessage-deflate2');
  const options: ServerOptions & { faye_server_options: object } = {
    prefix,
    log: () => {},
    // As Meteor gives it.
    faye_server_options: { extensions: isDeflating() ? [deflate.configure({ ...forFaye })] : [] },
  };
  const endpoint = sockjs.createServer(options);
  const connections = new Set<Connection>();
  endpoint.on('connection', (connection) => {
    // Null for a client that was gone before it was there (sockjs/sockjs-node, issue 121).
    if (!connection) return;
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
  });
  const server = createServer();
  const port = await listen(server);
  endpoint.installHandlers(server);
  serveFanOut({
    port,
    subscribers: () => connections.size,
    deliver(todo) {
      const text = JSON.stringify(wireOf(todo));
      for (const connection of connections) connection.write(text);
    },
  });
}

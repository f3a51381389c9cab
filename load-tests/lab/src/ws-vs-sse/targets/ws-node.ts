import { inNode, type PushTarget, servers, wsBytes } from '../target.ts';

export default {
  key: 'ws-node',
  title: 'WebSocket, Node',
  ...servers.ws,
  client: 'node',
  most: 1000,
  wire_bytes: wsBytes,
  find: inNode(['ws']),
} satisfies PushTarget;

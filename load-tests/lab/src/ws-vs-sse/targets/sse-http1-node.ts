import { inNode, type PushTarget, servers, sseBytes } from '../target.ts';

export default {
  key: 'sse-http1-node',
  title: 'SSE on HTTP/1.1, Node',
  ...servers.sse1,
  client: 'node',
  most: 1000,
  wire_bytes: sseBytes,
  find: inNode(['eventsource', 'undici']),
} satisfies PushTarget;

import { inNode, type PushTarget, servers } from '../target.ts';

export default {
  key: 'sse-http2-node',
  title: 'SSE on HTTP/2, Node',
  ...servers.sse2,
  client: 'node',
  most: 256,
  wire_bytes: null,
  find: inNode(['eventsource', 'undici', 'selfsigned']),
} satisfies PushTarget;

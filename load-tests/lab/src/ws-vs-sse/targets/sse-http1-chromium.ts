import { inChromium, type PushTarget, servers, sseBytes } from '../target.ts';

export default {
  key: 'sse-http1-chromium',
  title: 'SSE on HTTP/1.1, Chromium',
  ...servers.sse1,
  client: 'chromium',
  most: 6,
  wire_bytes: sseBytes,
  find: inChromium([]),
} satisfies PushTarget;

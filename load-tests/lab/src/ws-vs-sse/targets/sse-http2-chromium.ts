import { inChromium, type PushTarget, servers } from '../target.ts';

export default {
  key: 'sse-http2-chromium',
  title: 'SSE on HTTP/2, Chromium',
  ...servers.sse2,
  client: 'chromium',
  most: 256,
  wire_bytes: null,
  find: inChromium(['selfsigned']),
} satisfies PushTarget;

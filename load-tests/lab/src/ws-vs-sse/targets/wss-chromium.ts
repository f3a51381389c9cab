import { inChromium, type PushTarget, servers } from '../target.ts';

export default {
  key: 'wss-chromium',
  title: 'WebSocket over TLS, Chromium',
  ...servers.wss,
  client: 'chromium',
  most: 255,
  wire_bytes: null,
  find: inChromium(['ws', 'selfsigned']),
} satisfies PushTarget;

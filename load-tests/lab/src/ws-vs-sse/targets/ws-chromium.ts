import { inChromium, type PushTarget, servers, wsBytes } from '../target.ts';

export default {
  key: 'ws-chromium',
  title: 'WebSocket, Chromium',
  ...servers.ws,
  client: 'chromium',
  most: 255,
  wire_bytes: wsBytes,
  find: inChromium(['ws']),
} satisfies PushTarget;

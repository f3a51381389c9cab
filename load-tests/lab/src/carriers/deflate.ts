import type { PerMessageDeflateOptions } from 'ws';

/**
 * The same for all, so that what differs is the library and not zlib's settings: Meteor's own, which is the only stack
 * here that agrees to permessage-deflate by default (meteor/meteor, packages/ddp-server/stream_server.js: lowest level,
 * least memory, smallest window, nothing kept from message to message). Only the threshold isn't: Meteor and Socket.io
 * leave messages under 1,024 bytes as they are, and here every message is deflated.
 */
const settings = { level: 1, memLevel: 1, windowBits: 9, threshold: 0 } as const;

/** For ws, and for Socket.io, which passes it on. */
export const forWs: PerMessageDeflateOptions = {
  threshold: settings.threshold,
  serverNoContextTakeover: true,
  serverMaxWindowBits: settings.windowBits,
  zlibDeflateOptions: { level: settings.level, memLevel: settings.memLevel },
};

/** For the library permessage-deflate2, which is what Meteor brings. */
export const forFaye = {
  threshold: settings.threshold,
  level: settings.level,
  memLevel: settings.memLevel,
  maxWindowBits: settings.windowBits,
  noContextTakeover: true,
} as const;

/** For Meteor, in SERVER_WEBSOCKET_COMPRESSION: it is laid over Meteor's own settings. */
export const forMeteor = JSON.stringify({ threshold: settings.threshold });

/** In a server that a target's own file is: whether it is to agree to permessage-deflate. */
export const isDeflating = (): boolean => process.argv.includes('deflate');

import zlib, { type DeflateRaw, type ZlibOptions } from 'node:zlib';
import { createBoundedInflate } from '@meteor-vs-mean/guards/inflate';
import { longestMessage } from '@meteor-vs-mean/guards/messages';
import { Meteor } from 'meteor/meteor';
import { end } from './settings';
import { cut, type Stream } from './streams';

/** From 3.5 on. */
declare const __meteor_runtime_config__: { DDP_TRANSPORT?: string };

const bounded = {
  ...zlib,
  createInflateRaw: (options: ZlibOptions) => createBoundedInflate(longestMessage, options),
  // A snapshot's documents are deflated all at once, each for itself: zlib would hold 16 kB ready for each of them.
  createDeflateRaw: (options: ZlibOptions): DeflateRaw =>
    zlib.createDeflateRaw({ ...options, chunkSize: 2048 }),
};

/**
 * Bounds how long a client's messages may be, as they come and once they are inflated: faye-websocket takes 64 MB, and
 * inflates a message before it looks at its length. Meteor passes on no setting for it, so each connection gets its own
 * when it opens, before its first message is read.
 */
export function boundMessages(): void {
  if (__meteor_runtime_config__.DDP_TRANSPORT === 'uws') {
    end(
      'The guards bound the messages of SockJS only: choose DDP_TRANSPORT=sockjs, or GUARDS=off for measuring',
    );
  }
  Meteor.server.stream_server.register((stream: Stream) => {
    if (!stream.protocol.startsWith('websocket')) return;
    const { ws, recv } = stream._session;
    const driver = (ws ?? recv?.ws)?._driver;
    if (!driver) return cut(stream, "its messages can't be bounded");
    driver._maxLength = longestMessage;
    for (const [, session] of driver._extensions._sessions) session._zlib = bounded;
  });
}

import zlib, { type DeflateRaw, type ZlibOptions } from 'node:zlib';
import { createBoundedInflate } from '@meteor-vs-mean/guards/inflate';
import { longestMessage } from '@meteor-vs-mean/guards/messages';
import { Meteor } from 'meteor/meteor';
import { end } from './settings';
import { cut, type Stream } from './streams';

/** Since Meteor 3.5. */
declare const __meteor_runtime_config__: { DDP_TRANSPORT?: string };

const bounded = {
  ...zlib,
  createInflateRaw: (options: ZlibOptions) => createBoundedInflate(longestMessage, options),
  // A snapshot's documents are compressed separately but at once: zlib would reserve 16 kB for each.
  createDeflateRaw: (options: ZlibOptions): DeflateRaw =>
    zlib.createDeflateRaw({ ...options, chunkSize: 2048 }),
};

/**
 * Limits the length of a client's messages, as received and once inflated: faye-websocket accepts 64 MB, and inflates a
 * message before it checks its length. Meteor has no setting for it, so the limit is set on each connection when it
 * opens, before its first message is read.
 */
export function boundMessages(): void {
  if (__meteor_runtime_config__.DDP_TRANSPORT === 'uws') {
    end(
      'The guards can only limit messages of SockJS: set DDP_TRANSPORT=sockjs, or GUARDS=off for measuring',
    );
  }
  Meteor.server.stream_server.register((stream: Stream) => {
    if (!stream.protocol.startsWith('websocket')) return;
    const { ws, recv } = stream._session;
    const driver = (ws ?? recv?.ws)?._driver;
    if (!driver) return cut(stream, "the length of its messages can't be limited");
    driver._maxLength = longestMessage;
    for (const [, session] of driver._extensions._sessions) session._zlib = bounded;
  });
}

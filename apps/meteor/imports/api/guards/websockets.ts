import zlib, { type DeflateRaw, type ZlibOptions } from 'node:zlib';
import { Meteor } from 'meteor/meteor';
import { createBoundedInflate } from './inflate';
import { longestMessage } from './requests';

/** What Meteor hands to faye-websocket, which reads it anew for each connection. */
interface Options {
  maxLength?: number;
  extensions: { _options: { zlib?: object } }[];
}

/**
 * Bounds what a client may send at once, as it is sent and as it is once it was inflated. faye-websocket takes 64 MB, and
 * looks at their length when they were inflated to whatever they become.
 */
export function boundMessages(): void {
  const options = Meteor.server.stream_server.server?.options.faye_server_options as Options | undefined;
  if (!options) {
    console.warn('The length of messages is not bounded: this Meteor does not use SockJS.');
    return;
  }
  options.maxLength = longestMessage;
  const createInflateRaw = (wanted: ZlibOptions) => createBoundedInflate(longestMessage, wanted);
  const bounded = { ...zlib, createInflateRaw, createDeflateRaw };
  for (const extension of options.extensions) extension._options.zlib = bounded;
}

/** A snapshot's documents are deflated all at once, each for itself: zlib would hold 16 kB ready for each of them. */
function createDeflateRaw(options: ZlibOptions): DeflateRaw {
  return zlib.createDeflateRaw({ ...options, chunkSize: 2048 });
}

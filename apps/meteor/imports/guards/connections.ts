import { addressOf, OpenConnections, quotaKey } from '@meteor-vs-mean/guards/addresses';
import { Meteor } from 'meteor/meteor';
import { settings } from './settings';
import { cut, type Stream } from './streams';

/** A client sends its DDP version at once. */
const interval_ms = 5000;

/** Connections that have not sent it: since the last check, and before it. */
let silent = new Set<Stream>();
let longSilent = new Set<Stream>();

/** Limits the open connections of an address, and closes those that never start DDP. */
export function limitConnections(): void {
  const { connectionsPerAddress: most, forwardedCount } = settings;
  const open = new OpenConnections(most);
  Meteor.server.stream_server.register((stream: Stream) => {
    const { remoteAddress, headers } = stream;
    const address = quotaKey(addressOf(remoteAddress, headers['x-forwarded-for'], forwardedCount));
    const isOpen = open.open(address);
    silent.add(stream);
    stream.on('close', () => {
      if (isOpen) open.close(address);
      silent.delete(stream);
      longSilent.delete(stream);
    });
    if (!isOpen) cut(stream, `its address already has ${most} connections`);
  });
  setInterval(cutSilent, interval_ms).unref();
}

/** Cuts connections that were already silent at the previous check. */
function cutSilent(): void {
  for (const stream of longSilent) {
    if (!stream._meteorSession) cut(stream, 'it has not started DDP');
  }
  longSilent = silent;
  silent = new Set();
}

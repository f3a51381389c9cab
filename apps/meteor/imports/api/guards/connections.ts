import { Meteor } from 'meteor/meteor';
import { quotaKey } from './quota-key';
import { connectionsPerAddress, forwardedCount } from './settings';
import { cut, type Stream } from './streams';

/** A client says at once which version of DDP it speaks. */
const patience_ms = 5000;

/** Open connections of each address. */
const counts = new Map<string, number>();

/** Those that have not said so: since the last look, and before it. */
let silent = new Set<Stream>();
let longSilent = new Set<Stream>();

/** Bounds how many connections an address has open at one time, and ends those that only take up room. */
export function boundConnections(): void {
  Meteor.server.stream_server.register((stream: Stream) => {
    const address = quotaKey(addressOf(stream));
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    silent.add(stream);
    stream.on('close', () => {
      release(address);
      silent.delete(stream);
      longSilent.delete(stream);
    });
    if (count > connectionsPerAddress) {
      cut(stream, `its address has ${connectionsPerAddress} connections already`);
    }
  });
  setInterval(cutSilent, patience_ms).unref();
}

/** Who was silent at the last look was given the time, however long this process has been busy. */
function cutSilent(): void {
  for (const stream of longSilent) {
    if (!stream._meteorSession) cut(stream, 'it has not begun to speak DDP');
  }
  longSilent = silent;
  silent = new Set();
}

/** As Meteor tells the address of a connection that speaks DDP. */
function addressOf({ remoteAddress, headers }: Stream): string | null {
  if (forwardedCount === 0) return remoteAddress ?? null;
  const named = headers['x-forwarded-for']?.split(',') ?? [];
  return named.length === forwardedCount ? (named[0]?.trim() ?? null) : null;
}

function release(address: string): void {
  const count = counts.get(address) ?? 0;
  if (count > 1) counts.set(address, count - 1);
  else counts.delete(address);
}

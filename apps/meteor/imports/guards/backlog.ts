import { limits } from '@meteor-vs-mean/contract/limits';
import { Backlog } from '@meteor-vs-mean/guards/backlog';
import { mostWaiting, Sent } from '@meteor-vs-mean/guards/messages';
import { Meteor } from 'meteor/meteor';
import { cut, type Stream, stopAtClose } from './streams';

/**
 * Cuts a connection that sends much more than it may, as soon as that has arrived: Meteor takes one call after the other,
 * and reads and parses meanwhile all that comes. What is no call or subscription, such as a ping or what it can't read, it
 * answers at once without counting it.
 */
export function limitBacklog(): void {
  const most = mostWaiting(limits);
  const backlog = new Backlog<Stream>(limits.waitingCharacters, waitingOf);
  Meteor.server.stream_server.register((stream: Stream) => {
    stopAtClose(stream);
    stream.on('close', () => backlog.forget(stream));
    const sent = new Sent(limits);
    // Meteor's own, which was there before.
    const listeners = stream.listeners('data');
    stream.removeAllListeners('data');
    stream.on('data', (message) => {
      const characters = lengthOf(message);
      if (!sent.count(characters)) {
        return cut(stream, `it has sent more than ${sent.most} messages in a while`);
      }
      const before = backlog.count(stream);
      for (const listen of listeners) listen.call(stream, message);
      // Meteor has done the others at once.
      const heaviest = waitingOf(stream) > before ? backlog.add(stream, { characters }) : undefined;
      if (waitingOf(stream) > most) cut(stream, `more than ${most} of its messages were waiting`);
      else if (heaviest) {
        cut(heaviest, `of more than ${limits.waitingCharacters} characters that waited most were its own`);
      }
    });
  });
}

function waitingOf({ _meteorSession: session }: Stream): number {
  return session?.inQueue?.length ?? 0;
}

/** A frame of SockJS may hold anything that JSON can say. */
function lengthOf(message: unknown): number {
  return typeof message === 'string' || Buffer.isBuffer(message) ? message.length : 0;
}

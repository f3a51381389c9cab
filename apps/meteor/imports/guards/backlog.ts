import { limits } from '@meteor-vs-mean/contract/limits';
import { Backlog } from '@meteor-vs-mean/guards/backlog';
import { mostWaiting, Sent } from '@meteor-vs-mean/guards/messages';
import { Meteor } from 'meteor/meteor';
import { cut, type Stream, stopAtClose } from './streams';

/**
 * Cuts a connection that sends much more than it may, when the messages arrive. Meteor runs one call after another, but
 * reads and parses everything at once. It answers messages other than calls and subscriptions, such as pings or invalid
 * ones, at once and without counting them.
 */
export function limitBacklog(): void {
  const most = mostWaiting(limits);
  const backlog = new Backlog<Stream>(limits.waitingCharacters, waitingOf);
  Meteor.server.stream_server.register((stream: Stream) => {
    stopAtClose(stream);
    stream.on('close', () => backlog.forget(stream));
    const sent = new Sent(limits);
    // Meteor's own listener, added before.
    const listeners = stream.listeners('data');
    stream.removeAllListeners('data');
    stream.on('data', (message) => {
      const characters = lengthOf(message);
      if (!sent.count(characters)) {
        return cut(stream, `it has sent more than ${sent.most} messages in a while`);
      }
      const before = backlog.count(stream);
      for (const listen of listeners) listen.call(stream, message);
      // Meteor has already processed the others.
      const heaviest = waitingOf(stream) > before ? backlog.add(stream, { characters }) : undefined;
      if (waitingOf(stream) > most) cut(stream, `more than ${most} of its messages were waiting`);
      else if (heaviest) {
        cut(heaviest, `it had the most of over ${limits.waitingCharacters} waiting characters`);
      }
    });
  });
}

function waitingOf({ _meteorSession: session }: Stream): number {
  return session?.inQueue?.length ?? 0;
}

/** A frame of SockJS may contain any JSON. */
function lengthOf(message: unknown): number {
  return typeof message === 'string' || Buffer.isBuffer(message) ? message.length : 0;
}

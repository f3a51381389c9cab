import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';
import { Backlog } from './backlog';
import { cut, type Stream, stopAtClose } from './streams';

/** Nobody who keeps to what is allowed has so many messages waiting. */
const mostWaiting = limits.calls.count + limits.subscriptions.count + limits.refusals;

/** Nor sends so many in the time in which calls are counted, though it may lie across two of those. */
const mostSent = 2 * mostWaiting;

/** Characters that one message has at most that Meteor has a use for. A longer one counts as several. */
const longestUsed = 16_000;

/**
 * Cuts a connection that sends much more than it may, as soon as that has arrived: Meteor takes one call after the other,
 * and reads and parses meanwhile whatever comes; and what is no call or subscription, such as a ping or what it can't
 * read, it answers at once without counting it. Of a hundred connections few messages each would fill the memory as well:
 * all that wait are weighed together.
 */
export function boundWaiting(): void {
  const backlog = new Backlog<Stream>(limits.waitingCharacters, waitingOf);
  Meteor.server.stream_server.register((stream: Stream) => {
    stopAtClose(stream);
    stream.on('close', () => backlog.forget(stream));
    let [sent, end_ms] = [0, 0];
    // Meteor's own, which was there before.
    const listeners = stream.listeners('data');
    stream.removeAllListeners('data');
    stream.on('data', (message) => {
      const now_ms = performance.now();
      if (now_ms >= end_ms) [sent, end_ms] = [0, now_ms + limits.calls.per_ms];
      sent += 1 + Math.floor(lengthOf(message) / longestUsed);
      if (sent > mostSent) return cut(stream, `it has sent more than ${mostSent} messages in a while`);
      const heaviest = backlog.add(stream, lengthOf(message), () => {
        for (const listen of listeners) listen.call(stream, message);
      });
      if (waitingOf(stream) > mostWaiting) {
        cut(stream, `more than ${mostWaiting} of its messages were waiting`);
      } else if (heaviest) {
        cut(heaviest, `of more than ${limits.waitingCharacters} characters that waited most were its own`);
      }
    });
  });
}

function waitingOf({ _meteorSession: session }: Stream): number {
  return session?.inQueue?.length ?? 0;
}

/** In a frame of SockJS's there may be anything that JSON can say. */
function lengthOf(message: unknown): number {
  return typeof message === 'string' || Buffer.isBuffer(message) ? message.length : 0;
}

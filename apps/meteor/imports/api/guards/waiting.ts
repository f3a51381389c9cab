import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';
import { cut, type Session } from './refusals';

/** Nobody who keeps to what is allowed has so many messages waiting. */
const most = limits.calls.count + limits.subscriptions.count + limits.refusals;

/** Meteor's own object for what carries a connection. */
interface Stream {
  on(event: 'data', listen: () => void): void;
  /** Null until the client has said which version it speaks. */
  _meteorSession: Session | null;
}

/**
 * Cuts a connection that sends much more than it may, as soon as that has arrived: Meteor takes one call after the other,
 * and reads and parses meanwhile whatever comes. Refusals alone would end it only when its calls had their turn.
 */
export function boundWaiting(): void {
  Meteor.server.stream_server.register((stream: Stream) => {
    // Meteor listened before, and has put what came into the queue.
    stream.on('data', () => {
      const session = stream._meteorSession;
      if (!session?.inQueue || session.inQueue.length <= most) return;
      cut(session, `more than ${most} of its messages were waiting`);
    });
  });
}

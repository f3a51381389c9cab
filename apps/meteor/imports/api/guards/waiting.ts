import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';
import { cut, type Stream, stopAtClose } from './streams';

/** Nobody who keeps to what is allowed has so many messages waiting. */
const most = limits.calls.count + limits.subscriptions.count + limits.refusals;

/**
 * Cuts a connection that sends much more than it may, as soon as that has arrived: Meteor takes one call after the other,
 * and reads and parses meanwhile whatever comes. Refusals alone would end it only when its calls had their turn.
 */
export function boundWaiting(): void {
  Meteor.server.stream_server.register((stream: Stream) => {
    stopAtClose(stream);
    // Meteor listened before, and has put what came into the queue.
    stream.on('data', () => {
      const waiting = stream._meteorSession?.inQueue?.length ?? 0;
      if (waiting > most) cut(stream, `more than ${most} of its messages were waiting`);
    });
  });
}

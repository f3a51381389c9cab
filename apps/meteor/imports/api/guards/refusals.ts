import { limits } from '@meteor-vs-mean/contract/limits';
import { DDPRateLimiter } from 'meteor/ddp-rate-limiter';
import { Meteor } from 'meteor/meteor';
import { cut, type Stream } from './streams';

/** Meteor's own object for a connection. Of it only `connectionHandle` is documented. */
export interface Session {
  id: string;
  userId: string | null;
  connectionHandle: Meteor.Connection;
  /** Messages that wait for their turn. Null once it is closed. */
  inQueue: { length: number } | null;
  /** One has had its turn and isn't answered yet, or others wait. */
  workerRunning: boolean;
  /** Its subscriptions, by their ids. */
  _namedSubs: Map<string, unknown>;
  socket: Stream;
}

interface Window {
  count: number;
  end_ms: number;
}

/** What a connection was refused of late, by its id. */
const refused = new Map<string, Window>();

/** Forgets connections that are gone. */
export function forgetRefusals(): void {
  Meteor.onConnection(({ id, onClose }) => onClose(() => refused.delete(id)));
}

/**
 * Counts what a connection was refused. One that goes on asking does nothing else, and costs others their time: it is
 * closed.
 */
export function refuse(session: Session): void {
  const now_ms = Date.now();
  let window = refused.get(session.id);
  if (!window || window.end_ms <= now_ms) {
    window = { count: 0, end_ms: now_ms + limits.calls.per_ms };
    refused.set(session.id, window);
  }
  window.count += 1;
  if (window.count <= limits.refusals || !session.inQueue) return;
  cut(session.socket, `it was refused more than ${limits.refusals} times in a while`);
}

/** As `refuse`, of a connection that is known by its id. */
export function refuseById(id: string): void {
  const session = Meteor.server.sessions.get(id) as Session | undefined;
  if (session) refuse(session);
}

/**
 * Counts as one of a connection's calls or subscriptions what Meteor doesn't count as that.
 * @returns whether it may still be done
 */
export function countUnseen(type: 'method' | 'subscription', session: Session): boolean {
  const { clientAddress } = session.connectionHandle;
  const event = { type, name: '', userId: session.userId, clientAddress, connectionId: session.id };
  DDPRateLimiter._increment(event);
  return DDPRateLimiter._check(event).allowed;
}

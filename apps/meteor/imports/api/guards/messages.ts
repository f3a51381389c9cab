import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';

/** What a client sent, about to be dispatched. */
interface Message {
  msg: string;
  id?: unknown;
}

interface Session {
  connectionHandle: Meteor.Connection;
}

interface Window {
  count: number;
  end_ms: number;
}

const counted = ['method', 'sub', 'unsub'];

/** What a connection may do, and what it may be refused beside that, in one window. */
const most = limits.calls.count + limits.subscriptions.count + limits.refusals;

const windows = new WeakMap<Session, Window>();

/**
 * Looks at each message before Meteor does. An id that isn't a string Meteor reads only in some messages, and trips over in
 * others: here such a message is no message that it knows, and is answered `Bad request`. And a connection that goes on
 * asking what it is refused does nothing else, and costs others their time: it is closed.
 */
export function guardMessages(): void {
  Meteor.onMessage((message: Message, session: Session) => {
    if (message.id !== undefined && typeof message.id !== 'string') message.msg = 'malformed';
    if (!counted.includes(message.msg) || countedIn(windowOf(session)) <= most) return;
    session.connectionHandle.close();
  });
}

function windowOf(session: Session): Window {
  const now_ms = Date.now();
  let window = windows.get(session);
  if (!window || window.end_ms <= now_ms) {
    window = { count: 0, end_ms: now_ms + limits.calls.per_ms };
    windows.set(session, window);
  }
  return window;
}

function countedIn(window: Window): number {
  window.count += 1;
  return window.count;
}

import { limits } from '@meteor-vs-mean/contract/limits';
import { isDeepOrForged } from '@meteor-vs-mean/guards/messages';
import { Meteor } from 'meteor/meteor';
import { countUnseen, refuse } from './rates';
import type { Session } from './streams';

/** What a client sent, about to be dispatched: it may be anything that JSON can say, with some text as its `msg`. */
type Message = Record<string, unknown>;

/**
 * Looks at each message before Meteor does. What Meteor doesn't expect in one it answers by quoting it, or trips over:
 * an id that is no string, or what is nested too deep to be quoted, ends the process. Here such a message becomes one
 * that Meteor knows as unknown, and is answered `Bad request`.
 */
export function guardMessages(): void {
  const { method_handlers: methods, publish_handlers: publications } = Meteor.server;
  // Any name may be asked for, and there is no method or publication called `constructor`.
  Object.setPrototypeOf(methods, null);
  Object.setPrototypeOf(publications, null);

  Meteor.onMessage((message: Message, session: Session) => {
    if (!isWellFormed(message)) {
      empty(message);
      refuse(session);
    } else if (isDeepOrForged(message)) {
      // No method or publication takes this, and each says so by itself.
      message.params = [false];
      refuse(session);
    }
    if (message.msg === 'unsub') {
      countUnseen('subscription', session);
    } else if (message.msg === 'sub' && !publications[message.name as string]) {
      countUnseen('subscription', session);
    } else if (message.msg === 'method' && !methods[message.method as string]) {
      countUnseen('method', session);
    }
    // It was closed just now, or has been while this waited in its queue.
    if (!session.inQueue) empty(message);
  });
}

function isWellFormed({ msg, id, name, method, params, randomSeed }: Message): boolean {
  if (!isId(id)) return false;
  if (params !== undefined && !Array.isArray(params)) return false;
  if (msg === 'unsub') return true;
  if (msg === 'sub') return typeof name === 'string';
  return (
    msg === 'method' &&
    typeof method === 'string' &&
    (randomSeed === undefined || typeof randomSeed === 'string')
  );
}

/** The server keeps the ids of subscriptions. */
function isId(id: unknown): boolean {
  return typeof id === 'string' && id !== '' && id.length <= limits.idLength;
}

/** Nothing is left of it to do, or to quote. */
function empty(message: Message): void {
  for (const field of Object.keys(message)) delete message[field];
  message.msg = 'malformed';
}

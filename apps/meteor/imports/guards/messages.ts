import { limits } from '@meteor-vs-mean/contract/limits';
import { isDeepOrForged } from '@meteor-vs-mean/guards/messages';
import { Meteor } from 'meteor/meteor';
import { countUnseen, refuse } from './rates';
import type { Session } from './streams';

/** A client's message before it is dispatched: any JSON with a text as its `msg`. */
type Message = Record<string, unknown>;

/**
 * Checks each message before Meteor processes it. Some invalid messages make Meteor crash: an id that is no string, or
 * nesting too deep to quote in an error. Such a message is replaced by one of an unknown kind, which Meteor answers
 * with `Bad request`.
 */
export function guardMessages(): void {
  const { method_handlers: methods, publish_handlers: publications } = Meteor.server;
  // Clients may send any name, and inherited properties such as `constructor` are not methods.
  Object.setPrototypeOf(methods, null);
  Object.setPrototypeOf(publications, null);

  Meteor.onMessage((message: Message, session: Session) => {
    if (!isWellFormed(message)) {
      empty(message);
      refuse(session);
    } else if (isDeepOrForged(message)) {
      // No method or publication accepts this, and each returns its own error.
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
    // It was closed just now, or while this message was queued.
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

/** The server stores the ids of subscriptions. */
function isId(id: unknown): boolean {
  return typeof id === 'string' && id !== '' && id.length <= limits.idLength;
}

/** Removes everything that could be processed or quoted. */
function empty(message: Message): void {
  for (const field of Object.keys(message)) delete message[field];
  message.msg = 'malformed';
}

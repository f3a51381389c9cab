import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';
import { countUnseen, refuse, type Session } from './refusals';

/** Nothing in the contract is nested more than a few levels deep. */
const deepest = 50;

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
    } else if (isUnknownToAll(message)) {
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

/**
 * Whether something in it is nested too deep, or is called `__proto__`: EJSON loses such a field where it copies, and what
 * is left could pass. It goes level by level, since to recurse is what it guards from.
 */
function isUnknownToAll(message: Message): boolean {
  let level: object[] = [message];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > deepest || level.some((each) => Object.hasOwn(each, '__proto__'))) return true;
    level = level
      .flatMap((each): unknown[] => Object.values(each))
      .filter((each): each is object => typeof each === 'object' && each !== null);
  }
  return false;
}

/** Nothing is left of it to do, or to quote. */
function empty(message: Message): void {
  for (const field of Object.keys(message)) delete message[field];
  message.msg = 'malformed';
}

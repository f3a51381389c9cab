import { z } from 'zod';
import { documents, id, messageText, name, nickname, todoText, username } from './documents.ts';
import type { ErrorCode } from './errors.ts';
import { limits } from './limits.ts';

interface Method<Input extends z.ZodType, Result extends z.ZodType> {
  /** One object. */
  input: Input;
  result: Result;
  /** Besides `validation-error` and `too-many-requests`, which any method may answer. */
  errors: readonly ErrorCode[];
}

function method<Input extends z.ZodType, Result extends z.ZodType>(
  input: Input,
  result: Result,
  errors: readonly ErrorCode[],
): Method<Input, Result> {
  return { input, result, errors };
}

/** Nothing to tell but that it was done. */
const done = z.null();
/** How many documents it changed or removed. */
const count = z.int();

/**
 * Named, validated writes (and one read, `messages.before`), the same names on both stacks.
 * An insert answers with the id that the client made.
 * A call that changes many documents may carry a `callId` of the caller's making: asked a second time with the same one,
 * because the first answer was lost, the server changes nothing and answers as it did.
 */
export const methods = {
  /** A private list belongs to the caller; a public one to nobody. */
  'lists.insert': method(z.strictObject({ _id: id, name, private: z.boolean().optional() }), id, [
    'not-authorized',
    'duplicate-id',
    'limit-reached',
  ]),
  'lists.rename': method(z.strictObject({ _id: id, name }), done, ['not-found', 'not-authorized']),
  /** Its todos go with it. */
  'lists.remove': method(z.strictObject({ _id: id }), done, ['not-found', 'not-authorized']),
  /**
   * Lets the account of that name, in any case, see a private list, and write in it. Nothing changes if it may already.
   * A public list is everybody's already: `not-authorized`. No account of that name: `not-found`.
   */
  'lists.share': method(z.strictObject({ _id: id, username }), done, [
    'not-found',
    'not-authorized',
    'limit-reached',
  ]),
  /**
   * Takes the account of that name, in any case, off a private list: its owner anybody but the owner, a member itself;
   * else `not-authorized`, as for a public list. If the owner names somebody who isn't on it, nothing changes.
   */
  'lists.unshare': method(z.strictObject({ _id: id, username }), done, ['not-found', 'not-authorized']),

  'todos.insert': method(z.strictObject({ _id: id, listId: id, text: todoText }), id, [
    'not-found',
    'duplicate-id',
    'limit-reached',
  ]),
  'todos.setText': method(z.strictObject({ _id: id, text: todoText }), done, ['not-found']),
  'todos.setDone': method(z.strictObject({ _id: id, done: z.boolean() }), done, ['not-found']),
  'todos.setAllDone': method(
    z.strictObject({ listId: id, done: z.boolean(), callId: id.optional() }),
    count,
    ['not-found'],
  ),
  'todos.remove': method(z.strictObject({ _id: id }), done, ['not-found']),
  'todos.removeDone': method(z.strictObject({ listId: id, callId: id.optional() }), count, ['not-found']),

  'rooms.insert': method(z.strictObject({ _id: id, name }), id, ['duplicate-id', 'limit-reached']),
  /** Its messages go with it, and who is in it. Rooms are everybody's. */
  'rooms.remove': method(z.strictObject({ _id: id }), done, ['not-found']),

  /** Of somebody who is logged in the server puts the account's name in the nickname's place. */
  'messages.send': method(z.strictObject({ _id: id, roomId: id, nickname, text: messageText }), id, [
    'not-found',
    'duplicate-id',
    'name-taken',
  ]),
  /** A page of messages older than the one named, newest first. */
  'messages.before': method(
    z.strictObject({
      roomId: id,
      createdAt: z.date(),
      _id: id,
      limit: z.int().min(1).max(limits.window),
    }),
    z.array(documents.messages),
    [],
  ),

  /**
   * Says that somebody is here, or still is. It belongs to the connection that made its id, and ends with it: each
   * connection makes a new one.
   */
  'presence.beat': method(z.strictObject({ _id: id, roomId: id, nickname }), done, [
    'not-found',
    'not-owner',
    'limit-reached',
    'name-taken',
  ]),
  /** Of an id that nobody has, nothing is left to do. */
  'presence.leave': method(z.strictObject({ _id: id }), done, ['not-owner']),
} as const;

export type MethodName = keyof typeof methods;
/** What a caller passes. */
export type InputOf<Name extends MethodName> = z.input<(typeof methods)[Name]['input']>;
/** What a handler gets, once validated: text is trimmed. */
export type ParsedInputOf<Name extends MethodName> = z.output<(typeof methods)[Name]['input']>;
export type ResultOf<Name extends MethodName> = z.output<(typeof methods)[Name]['result']>;

export const methodNames = Object.keys(methods) as MethodName[];

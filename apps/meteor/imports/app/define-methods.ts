import type { MethodName, ParsedInputOf, ResultOf } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import type { Mongo } from 'meteor/mongo';

export interface Caller {
  /** Null for a call by the server itself, and in a browser. */
  connection: Meteor.Connection | null;
  /** The caller's account; undefined for a guest. */
  userId: string | undefined;
}

/** If the contract's result is null, a handler may return the number of changed documents; if documents, a cursor. */
type Answer<Result> = Result extends null ? number | null : Result extends unknown[] ? Cursor : Result;
export type Cursor = Mongo.Cursor<{ _id: string }>;

type Handlers = {
  [Name in MethodName]?: (
    input: ParsedInputOf<Name>,
    caller: Caller,
  ) => Answer<ResultOf<Name>> | Promise<Answer<ResultOf<Name>>>;
};

/** Runs a handler of the contract's method with that name. */
export type Policy = (
  name: MethodName,
  handler: (input: never, caller: Caller) => unknown,
  input: unknown,
  caller: Caller,
) => unknown;

/** In a browser only the handler runs, as the method's stub. */
const alone: Policy = (_name, handler, input, caller) => handler(input as never, caller);
let policy = Meteor.isClient ? alone : undefined;

/** Sets what a server does around each handler. Browsers don't load it, so their scripts have no validation. */
export function setPolicy(server: Policy): void {
  policy = server;
}

/** Meteor.methods for the contract's methods. */
export function defineMethods(handlers: Handlers): void {
  for (const [name, handler] of Object.entries(handlers)) {
    Meteor.methods({
      [name](this: Meteor.MethodThisType, input: unknown) {
        if (!policy) throw new Error('Call setPolicy before any method is called');
        const caller = { connection: this.connection, userId: this.userId ?? undefined };
        return policy(name as MethodName, handler, input, caller);
      },
    });
  }
}

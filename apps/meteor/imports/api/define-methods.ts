import type { MethodName, ParsedInputOf, ResultOf } from '@meteor-vs-mean/contract';
import { ContractError } from '@meteor-vs-mean/contract/errors';
import { Meteor } from 'meteor/meteor';
import { toMeteorError } from './contract-error';

/** Who calls a method. */
export interface Caller {
  /** Null in a stub, and for a call that the server makes itself. */
  connection: Meteor.Connection | null;
  /** Of the account that is logged in; undefined for a guest. */
  userId: string | undefined;
}

type Handlers = {
  [Name in MethodName]?: (input: ParsedInputOf<Name>, caller: Caller) => Promise<ResultOf<Name>>;
};

type Validate = (name: MethodName, input: unknown) => unknown;

let validate: Validate = (_name, input) => input;

/**
 * Has each method's input validated before its handler gets it. For the server: a stub shows what our own forms have
 * trimmed and bounded, and the library that validates would be as large a part of the page's JavaScript as React.
 * @param wanted returns the input as the handler gets it, and throws what the caller is answered
 */
export function validateWith(wanted: Validate): void {
  validate = wanted;
}

/** Meteor.methods for methods of the contract. Run on the client too, they are the stubs that show a write at once. */
export function defineMethods(handlers: Handlers): void {
  for (const [name, handler] of Object.entries(handlers)) {
    Meteor.methods({
      async [name](this: Meteor.MethodThisType, input: unknown) {
        try {
          const validated = validate(name as MethodName, input);
          const caller: Caller = { connection: this.connection, userId: this.userId ?? undefined };
          return await (handler as (...args: unknown[]) => Promise<unknown>)(validated, caller);
        } catch (error) {
          // What a stub can't find may be on the server: a page without a connection has little.
          if (Meteor.isClient && error instanceof ContractError) return undefined;
          throw toMeteorError(error);
        }
      },
    });
  }
}

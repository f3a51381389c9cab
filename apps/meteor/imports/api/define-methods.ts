import { type MethodName, methods, type ParsedInputOf, parse, type ResultOf } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { toMeteorError } from './contract-error';

/** `connection` is the caller's; null in a stub, and for a call that the server makes itself. */
type Handlers = {
  [Name in MethodName]?: (
    input: ParsedInputOf<Name>,
    connection: Meteor.Connection | null,
  ) => Promise<ResultOf<Name>>;
};

/**
 * Meteor.methods for methods of the contract: the input is validated and trimmed before the handler gets it. Run on
 * the client too, they are the stubs that make a write visible at once.
 */
export function defineMethods(handlers: Handlers): void {
  for (const [name, handler] of Object.entries(handlers)) {
    Meteor.methods({
      async [name](this: Meteor.MethodThisType, input: unknown) {
        try {
          const parsed = parse(methods[name as MethodName].input, input, name);
          return await (handler as (...args: unknown[]) => Promise<unknown>)(parsed, this.connection);
        } catch (error) {
          throw toMeteorError(error);
        }
      },
    });
  }
}

import { type MethodName, methods, type ParsedInputOf, parse, type ResultOf } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { toMeteorError } from './contract-error';

type Handlers = { [Name in MethodName]?: (input: ParsedInputOf<Name>) => Promise<ResultOf<Name>> };

/**
 * Meteor.methods for methods of the contract: the input is validated and trimmed before the handler gets it. Run on
 * the client too, they are the stubs that make a write visible at once.
 */
export function defineMethods(handlers: Handlers): void {
  for (const [name, handler] of Object.entries(handlers)) {
    Meteor.methods({
      async [name](input: unknown) {
        try {
          const parsed = parse(methods[name as MethodName].input, input, name);
          return await (handler as (input: unknown) => Promise<unknown>)(parsed);
        } catch (error) {
          throw toMeteorError(error);
        }
      },
    });
  }
}

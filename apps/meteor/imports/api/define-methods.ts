import { type MethodName, methods, type ParsedInputOf, parse, type ResultOf } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { toMeteorError } from './contract-error';
import { hooks } from './hooks';

/** Who calls a method. */
export interface Caller {
  /** Null for a call that the server makes itself. */
  connection: Meteor.Connection | null;
  /** Of the account that is logged in; undefined for a guest. */
  userId: string | undefined;
}

type Handlers = {
  [Name in MethodName]?: (input: ParsedInputOf<Name>, caller: Caller) => Promise<ResultOf<Name>>;
};

/** Meteor.methods for methods of the contract: their input is validated first. What a browser shows at once, stubs do. */
export function defineMethods(handlers: Handlers): void {
  for (const [name, handler] of Object.entries(handlers)) {
    Meteor.methods({
      async [name](this: Meteor.MethodThisType, input: unknown) {
        try {
          const validated = parse(methods[name as MethodName].input, input, name);
          const caller: Caller = { connection: this.connection, userId: this.userId ?? undefined };
          const result = await (handler as (...args: unknown[]) => Promise<unknown>)(validated, caller);
          if (typeof result === 'number') hooks.changed(this.connection, result);
          return result;
        } catch (error) {
          throw toMeteorError(error);
        }
      },
    });
  }
}

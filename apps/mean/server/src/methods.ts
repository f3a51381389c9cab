import {
  ContractError,
  type MethodName,
  methodNames,
  methods,
  parse,
  type ResultOf,
} from '@meteor-vs-mean/contract';
import type { Handler, MethodContext } from './handlers.ts';
import type { Hooks } from './hooks.ts';
import { listMethods } from './lists/methods.ts';
import { messageMethods } from './messages/methods.ts';
import { presenceMethods } from './presence/methods.ts';
import type { Caller } from './presence/presences.ts';
import { roomMethods } from './rooms/methods.ts';
import { todoMethods } from './todos/methods.ts';

export interface Methods {
  /**
   * Validates and runs a method.
   * @param caller whose connection it is; over HTTP a connection is a request, which owns nothing
   * @throws ContractError, or whatever went wrong that the client isn't to know
   */
  call<Name extends MethodName>(name: Name, input: unknown, caller: Caller): Promise<ResultOf<Name>>;
}

/** @param changed gets what a call answered with, if that is how many documents it changed */
export function createMethods(context: MethodContext, changed: Hooks['changed']): Methods {
  const handlers: { [Name in MethodName]: Handler<Name> } = {
    ...listMethods(context),
    ...todoMethods(context),
    ...roomMethods(context),
    ...messageMethods(context),
    ...presenceMethods(context),
  };
  return {
    async call(name, input, caller) {
      const result = await handlers[name](parse(methods[name].input, input, name) as never, caller);
      if (typeof result === 'number') changed(caller.data.doer, result);
      return result as never;
    },
  };
}

/** @throws ContractError `404` */
export function methodNamed(name: string): MethodName {
  const known = methodNames.find((each) => each === name);
  if (!known) throw new ContractError('404', `Method '${name}' not found`);
  return known;
}

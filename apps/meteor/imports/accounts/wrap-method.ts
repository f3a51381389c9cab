import { Meteor } from 'meteor/meteor';
import { toMeteorError } from '../app/contract-error';

type Wrapper = (
  this: Meteor.MethodThisType,
  /** Runs the original method. */
  original: (...args: unknown[]) => Promise<unknown>,
  ...args: unknown[]
) => Promise<unknown>;

/** Wraps a method that a package defined, because Meteor has no hook for it. */
export function wrapMethod(name: string, wrapper: Wrapper): void {
  const handlers = Meteor.server.method_handlers;
  const original = handlers[name];
  if (!original) throw new Error(`There is no method ${name} to wrap`);
  handlers[name] = async function (...args) {
    try {
      return await wrapper.call(this, async (...given) => original.apply(this, given), ...args);
    } catch (error) {
      throw toMeteorError(error);
    }
  };
}

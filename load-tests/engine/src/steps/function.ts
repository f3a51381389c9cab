import type { ProcessorFunction, Script } from '../artillery.ts';
import { RunError } from '../error.ts';
import type { CompileStep } from './step.ts';

/** `function: name` of the script's processor, `(context, events, next)` or async `(context, events)`. */
export const compileFunction: CompileStep = (spec, where, script) => {
  const run = processorFunction(String(spec.function), where, script);
  return (user) => callProcessor(run, user.context, user.events);
};

/** @throws RunError if the processor has none of that name */
export function processorFunction(name: string, where: string, script: Script): ProcessorFunction {
  const found = script.config.processor?.[name];
  if (typeof found !== 'function') {
    throw new RunError('config', `${where}: the processor has no function ${name}`);
  }
  return found as ProcessorFunction;
}

/** Told apart as Artillery's own engines do it: what isn't async has a callback. */
function callProcessor(run: ProcessorFunction, ...args: Parameters<ProcessorFunction>): Promise<void> {
  if (run.constructor.name !== 'Function') return Promise.resolve(run(...args)) as Promise<void>;
  return new Promise((resolve, reject) => {
    run(args[0], args[1], (error) => (error ? reject(error) : resolve()));
  });
}

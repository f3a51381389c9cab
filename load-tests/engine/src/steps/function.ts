import { RunError } from '../failures/error.ts';
import type { ProcessorFunction, Script } from '../script/artillery.ts';
import type { CompileStep } from './step.ts';

/** `function: name` of the script's processor, `(context, events, next)` or async `(context, events)`. */
export const compileFunction: CompileStep = (spec, where, { script }) => {
  const run = processorFunction(spec.function, where, script);
  return (user) => callProcessor(run, user.context, user.events);
};

/** @throws RunError if the processor has no function of that name */
export function processorFunction(name: unknown, where: string, { config }: Script): ProcessorFunction {
  const { processor = {} } = config;
  const found = typeof name === 'string' ? processor[name] : undefined;
  if (typeof found === 'function') return found as ProcessorFunction;
  const names = Object.keys(processor).filter((one) => typeof processor[one] === 'function');
  const known =
    names.length > 0 ? `it has ${names.join(', ')}` : 'config.processor names the file that has it';
  throw new RunError('config', `${where}: the processor has no function ${JSON.stringify(name)}; ${known}`);
}

/** As in Artillery's engines, a function that isn't async has a callback. */
function callProcessor(run: ProcessorFunction, ...args: Parameters<ProcessorFunction>): Promise<void> {
  if (run.constructor.name !== 'Function') return Promise.resolve(run(...args)) as Promise<void>;
  return new Promise((resolve, reject) => {
    run(args[0], args[1], (error) => (error ? reject(error) : resolve()));
  });
}

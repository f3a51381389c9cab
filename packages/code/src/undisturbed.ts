import os from 'node:os';
import { allowedCores, judgeMachine, watchSurroundings } from '@meteor-vs-mean/bench';
import type { Disturbed } from './result.ts';

/** Does something, and says what of the machine could have disturbed it. @param roots processes that are ours */
export async function undisturbed<Value>(
  roots: readonly number[],
  work: () => Promise<Value>,
): Promise<{ value: Value; disturbed: Disturbed[] }> {
  const cores = allowedCores() ?? Array.from({ length: os.availableParallelism() }, (_, core) => core);
  const watch = watchSurroundings(roots, cores);
  const value = await work();
  const reasons = judgeMachine(watch.stop());
  return { value, disturbed: reasons.map(({ code, reading }) => ({ code, reading })) };
}

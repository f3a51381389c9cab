import type { CpuProfile } from '@meteor-vs-mean/testbed/sampler';

/** V8's own names for what isn't JavaScript. */
const nameless: Record<string, string> = {
  '(program)': 'native code and the kernel',
  '(garbage collector)': 'collecting garbage',
};

/** A function, as V8 names it. */
export type Frame = CpuProfile['nodes'][number]['callFrame'];

/**
 * What a thread did itself, in microseconds by name.
 * @param nameOf undefined of what isn't to be counted
 */
export function selfTimes(
  { nodes, samples, timeDeltas }: CpuProfile,
  nameOf: (frame: Frame) => string | undefined,
): Map<string, number> {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const spent = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const took_us = timeDeltas[index] ?? 0;
    const name = names.get(id);
    if (name === undefined) continue;
    spent.set(name, (spent.get(name) ?? 0) + took_us);
  }
  return spent;
}

/** What a sample says that isn't in JavaScript; undefined of a function. */
export function namelessOf({ functionName }: Frame): string | undefined {
  return nameless[functionName];
}

/** Whether the thread waited. */
export function isIdle({ functionName }: Frame): boolean {
  return functionName === '(idle)' || functionName === '(root)';
}

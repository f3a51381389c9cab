/** What `node --cpu-prof` writes: DevTools' format, times in microseconds of the clock that measures. */
export interface CpuProfile {
  startTime: number;
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  /** Ids of nodes, and the time since the sample before. */
  samples: number[];
  timeDeltas: number[];
}

/** V8's own names for what isn't JavaScript. */
const nameless: Record<string, string> = {
  '(program)': 'native code and the kernel',
  '(garbage collector)': 'collecting garbage',
};

/**
 * What a thread spent its time on while it wasn't idle, by function, largest first.
 * @param most that are named; what is smaller is one last entry
 * @returns shares of 1; empty if nothing was sampled
 */
export function summariseProfile(
  { startTime, nodes, samples, timeDeltas }: CpuProfile,
  from_us: number,
  to_us: number,
  most = 8,
): { what: string; share: number }[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const spent = new Map<string, number>();
  let at_us = startTime;
  let total_us = 0;
  for (const [index, id] of samples.entries()) {
    const took_us = timeDeltas[index] ?? 0;
    at_us += took_us;
    const name = names.get(id);
    if (at_us < from_us || at_us > to_us || name === undefined) continue;
    spent.set(name, (spent.get(name) ?? 0) + took_us);
    total_us += took_us;
  }
  if (total_us === 0) return [];
  const all = [...spent]
    .map(([what, took_us]) => ({ what, share: took_us / total_us }))
    .sort((a, b) => b.share - a.share);
  const rest = all.slice(most).reduce((sum, { share }) => sum + share, 0);
  return rest === 0 ? all : [...all.slice(0, most), { what: 'all else', share: rest }];
}

/** @returns undefined for a thread that waits */
function nameOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string | undefined {
  if (functionName === '(idle)' || functionName === '(root)') return undefined;
  const known = nameless[functionName];
  if (known !== undefined) return known;
  // The package and the file are enough to find it.
  const file = url.replace(/^.*\/node_modules\//, '').replace(/^.*\/(?=[^/]+\/src\/)/, '');
  return `${functionName || 'a function'} (${file || 'V8'})`;
}

import { textOf } from '@meteor-vs-mean/testbed/process';

/** As the kernel writes it: 0-3,6. */
export function coreList(list: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const core of list.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === core - 1) last[1] = core;
    else ranges.push([core, core]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/** @param text as the kernel writes it: 0-3,6 */
export function parseCoreList(text: string): number[] {
  return text
    .trim()
    .split(',')
    .filter((range) => range !== '')
    .flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
}

/** Those that a process may use; null where the system doesn't tell. */
export function allowedCores(pid: number | 'self' = 'self'): number[] | null {
  const text = /^Cpus_allowed_list:\s*(.*)$/m.exec(textOf(`/proc/${pid}/status`) ?? '')?.[1];
  return text === undefined ? null : parseCoreList(text);
}

import path from 'node:path';
import { textOf } from '@meteor-vs-mean/testbed/process';
import type { Processes } from '@meteor-vs-mean/testbed/sampler';

/** Program and first argument, without their folders: what /proc calls a Node program is only `MainThread`. */
export function commandOf(pid: number): string | undefined {
  // A program that gave itself a title has spaces there in the place of zeros.
  const [program, argument = ''] = textOf(`/proc/${pid}/cmdline`)?.split(/[\0 ]/) ?? [];
  if (!program) return undefined;
  return [program, argument]
    .map((word) => path.basename(word))
    .join(' ')
    .trim()
    .slice(0, 60);
}

/** The processes of some trees. */
export function treesOf(processes: Processes, roots: readonly number[]): Set<number> {
  const members = new Set(roots.filter((pid) => processes.has(pid)));
  // A child's number may be smaller than its parent's once they have wrapped around: so until nothing is found.
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const { pid, parent } of processes.values()) if (members.has(parent)) members.add(pid);
  }
  return members;
}

/**
 * The CPU time that each process has used between two readings, and what it started and has ended since. A process that
 * has ended gave all its time to the one that waited for it, so what it had used before the first reading is taken off.
 * @returns by process, without those that used nothing
 */
export function usedBetween(
  from: Processes,
  to: Processes,
): Map<number, { own_ms: number; total_ms: number }> {
  const used = new Map<number, { own_ms: number; total_ms: number }>();
  for (const { pid, cpu_ms, total_ms } of to.values()) {
    const before = from.get(pid);
    used.set(pid, { own_ms: cpu_ms - (before?.cpu_ms ?? 0), total_ms: total_ms - (before?.total_ms ?? 0) });
  }
  for (const ended of from.values()) {
    if (to.has(ended.pid)) continue;
    let heir: number | undefined = ended.parent;
    while (heir !== undefined && !to.has(heir)) heir = from.get(heir)?.parent;
    const its = heir === undefined ? undefined : used.get(heir);
    if (its) its.total_ms = Math.max(its.own_ms, its.total_ms - ended.total_ms);
  }
  for (const [pid, { total_ms }] of used) if (total_ms <= 0) used.delete(pid);
  return used;
}

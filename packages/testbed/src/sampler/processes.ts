import { readdirSync } from 'node:fs';
import { textOf } from '../process/index.ts';

/** A process as /proc shows it. */
interface Process {
  pid: number;
  parent: number;
  name: string;
  /** User and system time of its own. */
  cpu_ms: number;
  /** ... and of its children that have ended. */
  total_ms: number;
}

export type Processes = ReadonlyMap<number, Process>;

/** Linux gives /proc times in hundredths of a second on every machine that Node runs on (USER_HZ). */
export const tick_ms = 10;

/** All processes that can be seen from here, some 20 µs each; null without /proc. */
export function readProcesses(): Processes | null {
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return null;
  }
  const found = new Map<number, Process>();
  for (const name of names) {
    const stat = textOf(`/proc/${name}/stat`);
    if (stat === undefined) continue; // it has ended meanwhile
    const process = parseProcess(stat);
    found.set(process.pid, process);
  }
  return found;
}

/** @param stat as in /proc/<pid>/stat. The name in brackets may hold spaces and brackets. */
export function parseProcess(stat: string): Process {
  const open = stat.indexOf('(');
  const close = stat.lastIndexOf(')');
  const [, parent, ...fields] = stat.slice(close + 2).split(' ');
  // utime, stime, cutime and cstime are fields 14 to 17; the slice began at 3, and two of them are taken off.
  const [user, system, childUser, childSystem] = fields
    .slice(9, 13)
    .map((ticks) => Number(ticks) * tick_ms) as [number, number, number, number];
  return {
    pid: Number(stat.slice(0, open)),
    parent: Number(parent),
    name: stat.slice(open + 1, close),
    cpu_ms: user + system,
    total_ms: user + system + childUser + childSystem,
  };
}

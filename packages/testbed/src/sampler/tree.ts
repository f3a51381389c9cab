import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { textOf } from '../process/index.ts';
import { parseProcess, readProcesses } from './processes.ts';

/** A process and all that it started, from outside. */
export interface TreeSample {
  /** `process.hrtime.bigint()` of the reading. */
  at_ns: bigint;
  pids: number[];
  /** User and system time of all of them, and of their children that have ended; in steps of 10 ms. */
  cpu_ms: number;
  /** Sum of their resident memory: what they share counts once for each. See `samplePss`. */
  rss_bytes: number;
  /** How long their threads have waited for a core; null where the system doesn't tell. */
  waiting_ms: number | null;
}

/**
 * Reads a process tree: some 0.1 ms a process on Linux; `ps` elsewhere.
 *
 * @param pid its root
 * @throws if there is no such process
 */
export async function sampleTree(pid: number): Promise<TreeSample> {
  return process.platform === 'linux' ? sampleProc(pid) : samplePs(pid);
}

/**
 * Proportional memory of a process tree: what several share is divided among them. Heavy (the kernel walks every
 * page, some ms for each 100 MB, and holds a lock of the process): never while latency is measured.
 *
 * @returns bytes; null where the system doesn't tell
 */
export async function samplePss(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  let bytes = 0;
  for (const member of treeOf(pid)) {
    const rollup = textOf(`/proc/${member}/smaps_rollup`);
    if (rollup === undefined) continue; // it has ended
    bytes += kilobytes(rollup, 'Pss');
  }
  return bytes;
}

/**
 * How often the threads of a process tree were switched since each of them began: each time is a wait, or a core taken
 * away. Threads that have ended are not in it.
 * @param pid its root
 * @returns null where the system doesn't tell
 */
export function sampleSwitches(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  let switches = 0;
  for (const member of treeOf(pid)) {
    for (const thread of list(`/proc/${member}/task`)) {
      const status = textOf(`/proc/${member}/task/${thread}/status`) ?? ''; // it may have ended
      for (const [, times] of status.matchAll(/^(?:non)?voluntary_ctxt_switches:\s+(\d+)/gm)) {
        switches += Number(times);
      }
    }
  }
  return switches;
}

function sampleProc(root: number): TreeSample {
  const sample: TreeSample = {
    at_ns: process.hrtime.bigint(),
    pids: [],
    cpu_ms: 0,
    rss_bytes: 0,
    waiting_ms: null,
  };
  for (const pid of treeOf(root)) {
    const stat = textOf(`/proc/${pid}/stat`);
    const status = textOf(`/proc/${pid}/status`);
    if (stat === undefined || status === undefined) continue; // it has ended
    sample.pids.push(pid);
    sample.cpu_ms += parseProcess(stat).total_ms;
    sample.rss_bytes += kilobytes(status, 'VmRSS');
    const waiting = waitingOf(pid);
    if (waiting !== undefined) sample.waiting_ms = (sample.waiting_ms ?? 0) + waiting;
  }
  if (sample.pids.length === 0) throw gone(root);
  return sample;
}

/** The process and its descendants, also those that its other threads started. */
function treeOf(root: number): number[] {
  const pids = [root];
  const everyone = hasChildrenFiles ? undefined : [...(readProcesses()?.values() ?? [])];
  for (const pid of pids) {
    if (everyone) pids.push(...everyone.filter(({ parent }) => parent === pid).map((child) => child.pid));
    else pids.push(...childrenOf(pid));
  }
  return pids;
}

/** A kernel may be built without CONFIG_PROC_CHILDREN. Then every process is asked for its parent. */
const hasChildrenFiles = textOf(`/proc/self/task/${process.pid}/children`) !== undefined;

function childrenOf(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap((thread) => {
    const children = textOf(`/proc/${pid}/task/${thread}/children`)?.trim();
    return children ? children.split(' ').map(Number) : [];
  });
}

/** Milliseconds that the threads of a process have stood in the run queue. */
function waitingOf(pid: number): number | undefined {
  let waiting_ns: number | undefined;
  for (const thread of list(`/proc/${pid}/task`)) {
    const [, waited] = textOf(`/proc/${pid}/task/${thread}/schedstat`)?.split(' ') ?? [];
    if (waited !== undefined) waiting_ns = (waiting_ns ?? 0) + Number(waited);
  }
  return waiting_ns === undefined ? undefined : waiting_ns / 1e6;
}

function kilobytes(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

async function samplePs(root: number): Promise<TreeSample> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=,time=']);
  const sample = parsePs(stdout, root);
  if (sample.pids.length === 0) throw gone(root);
  return { at_ns: process.hrtime.bigint(), ...sample, waiting_ms: null };
}

/**
 * @param table lines of `ps -A -o pid=,ppid=,rss=,time=`; rss in kB, time as [[days-]hours:]minutes:seconds
 * @param root a process id
 */
export function parsePs(table: string, root: number): Pick<TreeSample, 'pids' | 'cpu_ms' | 'rss_bytes'> {
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, rss, time]) => ({ pid: Number(pid), parent: Number(parent), rss, time: time ?? '' }));
  const pids = rows.some(({ pid }) => pid === root) ? [root] : [];
  let cpu_ms = 0;
  let rss_bytes = 0;
  for (const member of pids) {
    pids.push(...rows.filter(({ parent }) => parent === member).map(({ pid }) => pid));
    const row = rows.find(({ pid }) => pid === member);
    cpu_ms += seconds(row?.time ?? '') * 1000;
    rss_bytes += Number(row?.rss ?? 0) * 1024;
  }
  return { pids, cpu_ms, rss_bytes };
}

function seconds(time: string): number {
  const [clock = '', days = '0'] = time.split('-').reverse();
  const inDay = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number(days) * 86_400 + inDay;
}

function gone(pid: number): Error {
  return new Error(`There is no process ${pid} to sample: it has ended`);
}

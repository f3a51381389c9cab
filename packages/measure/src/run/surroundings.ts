import { textOf } from '@meteor-vs-mean/testbed/process';
import { type Processes, readProcesses } from '@meteor-vs-mean/testbed/sampler';
import type { Surroundings } from '../results/round.ts';
import { commandOf, treesOf, usedBetween } from './processes.ts';
import { type ProcessorTime, parseProcessor } from './processor.ts';
import { readThrottling } from './throttling.ts';

interface Reading {
  at_ns: bigint;
  /** Wall clock minus measuring clock. */
  clock_ms: number;
  processor: ProcessorTime | null;
  processes: Processes | null;
  ours: Set<number>;
  swapped: number | null;
  throttling: ReturnType<typeof readThrottling>;
}

/** A window in which what could disturb a round is watched. */
export interface SurroundingsWatch {
  stop(): Surroundings;
}

/**
 * Begins to watch what could disturb a round. Reading takes some milliseconds at the beginning and at the end, and
 * nothing in between.
 * @param roots of the process trees that are ours: this process, and whatever of the round didn't come from it
 * @param cores that the round may use
 */
export function watchSurroundings(roots: readonly number[], cores: readonly number[]): SurroundingsWatch {
  const from = read(roots, cores);
  return { stop: () => between(from, read(roots, cores), cores.length) };
}

function read(roots: readonly number[], cores: readonly number[]): Reading {
  const processes = readProcesses();
  return {
    at_ns: process.hrtime.bigint(),
    clock_ms: readClock(),
    processor: parseProcessor(textOf('/proc/stat') ?? '', cores),
    processes,
    ours: processes ? treesOf(processes, roots) : new Set(),
    swapped: parseSwap(textOf('/proc/vmstat') ?? ''),
    throttling: readThrottling(),
  };
}

/**
 * Pages that went out to swap and came back since the machine started; null where the system doesn't tell.
 * @param vmstat as in /proc/vmstat
 */
export function parseSwap(vmstat: string): number | null {
  const counts = [...vmstat.matchAll(/^pswp(?:in|out) (\d+)$/gm)].map(([, count]) => Number(count));
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/** Both clocks are read several times: where nothing came in between, they are nearest together. */
function readClock(): number {
  let best = { span_ms: Number.POSITIVE_INFINITY, clock_ms: 0 };
  for (let count = 0; count < 5; count++) {
    const before_ns = process.hrtime.bigint();
    const wall_ms = Date.now();
    const span_ms = Number(process.hrtime.bigint() - before_ns) / 1e6;
    if (span_ms < best.span_ms) best = { span_ms, clock_ms: wall_ms - Number(before_ns) / 1e6 };
  }
  return best.clock_ms;
}

function between(from: Reading, to: Reading, cores: number): Surroundings {
  const window_ms = Number(to.at_ns - from.at_ns) / 1e6;
  const share = (of: (reading: Reading) => number | null | undefined): number | null => {
    const [before, after] = [of(from), of(to)];
    return before == null || after == null ? null : (after - before) / window_ms;
  };
  const stolen = share(({ processor }) => processor?.steal_ms);
  const swapped_pages = from.swapped === null || to.swapped === null ? null : to.swapped - from.swapped;
  return {
    cores,
    others: othersBetween(from, to, window_ms, cores),
    swapped_pages,
    limited: share(({ throttling }) => throttling.limit_ms),
    hot: share(({ throttling }) => throttling.heat_ms),
    stolen: stolen === null ? null : stolen / cores,
    clockOff_ms: to.clock_ms - from.clock_ms,
  };
}

/**
 * All that the cores did, less what ours used: so processes count that ended meanwhile, and those of another
 * container, which can't be seen from here.
 */
function othersBetween(
  from: Reading,
  to: Reading,
  window_ms: number,
  allCores: number,
): Surroundings['others'] {
  if (!from.processor || !to.processor || !from.processes || !to.processes) return null;
  const oursBefore = totalOf(from.processes, from.ours);
  const ours_ms = totalOf(to.processes, to.ours) - oursBefore;
  const cores = Math.max(0, (to.processor.busy_ms - from.processor.busy_ms - ours_ms) / window_ms);
  const used = [...usedBetween(from.processes, to.processes)].filter(([pid]) => !to.ours.has(pid));
  const [busiest] = used.toSorted(([, a], [, b]) => b.total_ms - a.total_ms);
  const seen_ms = used.reduce((sum, [, { total_ms }]) => sum + total_ms, 0);
  return {
    cores,
    uncertain: samplingError(window_ms, allCores),
    busiest: busiest ? nameOf(busiest[0], busiest[1], to.processes, window_ms) : null,
    busiest_cores: (busiest?.[1].total_ms ?? 0) / window_ms,
    unseen_cores: Math.max(0, cores - seen_ms / window_ms),
  };
}

function nameOf(
  pid: number,
  { own_ms, total_ms }: { own_ms: number; total_ms: number },
  processes: Processes,
  window_ms: number,
): string {
  const started = total_ms > own_ms ? ' and what it started,' : '';
  const name = commandOf(pid) ?? processes.get(pid)?.name;
  return `${name} (process ${pid})${started} with ${(total_ms / window_ms).toFixed(2)}`;
}

/** In words: how much the others used, who of them most, and how much nobody can be named for. */
export function describeOthers(others: NonNullable<Surroundings['others']>): string {
  const { cores, uncertain = 0, busiest, busiest_cores = 0, unseen_cores = 0 } = others;
  const most = busiest_cores > cores / 2 ? ', most of it ' : '; the busiest is ';
  return [
    `${cores.toFixed(2)}${uncertain === 0 ? '' : ` ± ${uncertain.toFixed(2)}`} of a core`,
    busiest === null ? '' : `${most}${busiest}`,
    unseen_cores > Math.max(uncertain, 0.005)
      ? `; ${unseen_cores.toFixed(2)} of it in processes that have ended or can't be seen`
      : '',
  ].join('');
}

/** Kernels look at a core a hundred times a second at least (CONFIG_HZ). */
const look_ms = 10;

/**
 * /proc/stat is sampled: at each tick a core counts as busy or not. That is a coin with a standard deviation of half a
 * tick at most, in the worst case of a core that is busy half of the time.
 * @returns two standard deviations of the mean of a window's ticks, in cores
 */
function samplingError(window_ms: number, cores: number): number {
  return Math.sqrt((cores * look_ms) / window_ms);
}

function totalOf(processes: Processes, members: ReadonlySet<number>): number {
  let sum = 0;
  for (const pid of members) sum += processes.get(pid)?.total_ms ?? 0;
  return sum;
}

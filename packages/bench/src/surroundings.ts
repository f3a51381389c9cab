import type { Surroundings } from '@meteor-vs-mean/report';
import { commandOf, type Processes, readProcesses, treesOf } from './processes.ts';
import { type ProcessorTime, readProcessor } from './processor.ts';
import { readSwap } from './swap.ts';
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

/**
 * Begins to watch what could disturb a round. Reading takes some milliseconds at the beginning and at the end, and
 * nothing in between.
 * @param roots of the process trees that are ours: this process, and whatever of the round didn't come from it
 * @param cores that the round may use
 */
export function watchSurroundings(
  roots: readonly number[],
  cores: readonly number[],
): { stop(): Surroundings } {
  const from = read(roots, cores);
  return { stop: () => between(from, read(roots, cores), cores.length) };
}

function read(roots: readonly number[], cores: readonly number[]): Reading {
  const processes = readProcesses();
  return {
    at_ns: process.hrtime.bigint(),
    clock_ms: readClock(),
    processor: readProcessor(cores),
    processes,
    ours: processes ? treesOf(processes, roots) : new Set(),
    swapped: readSwap(),
    throttling: readThrottling(),
  };
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
  let busiest: { pid: number; name: string; cpu_ms: number } | undefined;
  for (const { pid, name, cpu_ms: now_ms } of to.processes.values()) {
    if (to.ours.has(pid)) continue;
    const cpu_ms = now_ms - (from.processes.get(pid)?.cpu_ms ?? 0);
    if (cpu_ms > (busiest?.cpu_ms ?? 0)) busiest = { pid, name, cpu_ms };
  }
  return {
    cores,
    uncertain: samplingError(window_ms, allCores),
    busiest: busiest
      ? `${commandOf(busiest.pid) ?? busiest.name} (process ${busiest.pid}) with ${(busiest.cpu_ms / window_ms).toFixed(2)}`
      : null,
  };
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

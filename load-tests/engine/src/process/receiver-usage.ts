import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

export interface Usage {
  /** User and system time of this thread (Node 23.9 and later); otherwise of the process. */
  cpu_ms: number;
  /** Share of the time in which this thread's event loop was busy, 0 to 1. */
  utilisation: number;
  /** Length of the measurement. */
  window_ms: number;
  /** How long this thread was ready to run without a core; null if the system doesn't report it. */
  waiting_ms: number | null;
  /** How long the event loop stood still for 50 ms or more at a time. */
  stalled_ms: number;
  /** Of the process. */
  maxRss_bytes: number;
}

/** A burst of changes blocks the loop for less. A longer stall means a stopped process or too little CPU. */
const standstill_ms = 50;

/** Starts to measure the cost of receiving in this thread. @returns the function that reads it, also more than once */
export function measureUsage(): () => Usage {
  const began_ms = performance.now();
  const cpu = cpu_us();
  const waiting = waited_ms();
  const loop = performance.eventLoopUtilization();
  const stalled = watchStalls();
  return () => {
    const waited = waited_ms();
    return {
      cpu_ms: (cpu_us() - cpu) / 1000,
      utilisation: performance.eventLoopUtilization(loop).utilization,
      window_ms: performance.now() - began_ms,
      waiting_ms: waited === null || waiting === null ? null : waited - waiting,
      stalled_ms: stalled(),
      maxRss_bytes: process.resourceUsage().maxRSS * 1024,
    };
  };
}

function cpu_us(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return user + system;
}

/** Of this thread, because a synchronous read happens in the thread that calls it. */
function waited_ms(): number | null {
  try {
    const [, waited_ns] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return Number(waited_ns) / 1e6;
  } catch {
    return null;
  }
}

/** Measures the gaps of a 10 ms timer until the first reading. @returns the function that reads how long the loop stood still */
function watchStalls(): () => number {
  let stalled_ms = 0;
  let last_ms = performance.now();
  const look = () => {
    const now_ms = performance.now();
    if (now_ms - last_ms >= standstill_ms) stalled_ms += now_ms - last_ms;
    last_ms = now_ms;
  };
  let timer: NodeJS.Timeout | undefined = setInterval(look, 10);
  timer.unref();
  return () => {
    if (timer !== undefined) look();
    clearInterval(timer);
    timer = undefined;
    return stalled_ms;
  };
}

import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

export interface Usage {
  /** User and system time of this thread, where Node tells it apart (from 23.9); else of the process. */
  cpu_ms: number;
  /** Share of the time in which this thread's event loop was busy, 0 to 1. */
  utilisation: number;
  /** How long it was measured. */
  window_ms: number;
  /** How long this thread was ready to run and had no core; null where the system doesn't tell. */
  waiting_ms: number | null;
  /** How much of the window went in standstills: times of 50 ms and more in which the event loop didn't turn. */
  stalled_ms: number;
  /** Of the process. */
  maxRss_bytes: number;
}

/** A burst of changes keeps the loop for less; what stands longer was stopped, or starved. */
const standstill_ms = 50;

/** Begins to measure what receiving costs this thread; the result's function says it, also more than once. */
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

/** Of this thread: a synchronous read is made by the thread that asks. */
function waited_ms(): number | null {
  try {
    const [, waited_ns] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return Number(waited_ns) / 1e6;
  } catch {
    return null;
  }
}

/** Looks every 10 ms when it looked last, until it was asked. @returns what says how long the loop stood */
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

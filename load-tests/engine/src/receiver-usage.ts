import { performance } from 'node:perf_hooks';

export interface Usage {
  /** User and system time of this thread, where Node tells it apart (from 23.9); else of the process. */
  cpu_ms: number;
  /** Share of the time in which this thread's event loop was busy, 0 to 1. */
  utilisation: number;
  /** Of the process. */
  maxRss_bytes: number;
}

/** Begins to measure what receiving costs this thread; the result's function ends it. */
export function measureUsage(): () => Usage {
  const cpu = cpu_us();
  const loop = performance.eventLoopUtilization();
  return () => ({
    cpu_ms: (cpu_us() - cpu) / 1000,
    utilisation: performance.eventLoopUtilization(loop).utilization,
    maxRss_bytes: process.resourceUsage().maxRSS * 1024,
  });
}

function cpu_us(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return user + system;
}

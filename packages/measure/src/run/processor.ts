import { tick_ms } from '@meteor-vs-mean/testbed/sampler';

/** What some cores together have done since the machine started. */
export interface ProcessorTime {
  /** In programs, in the kernel, and in interrupts. */
  busy_ms: number;
  /** Ready to run while another virtual machine had the core. */
  steal_ms: number;
}

/**
 * @param stat as in /proc/stat: `cpu0 user nice system idle iowait irq softirq steal guest guest_nice`; guest is in user
 * @param cores their numbers. Those that a container may not use are nobody's business here.
 * @returns null if none of them is in it, as where there is no /proc
 */
export function parseProcessor(stat: string, cores: readonly number[]): ProcessorTime | null {
  let found: ProcessorTime | null = null;
  for (const [, number, times = ''] of stat.matchAll(/^cpu(\d+) (.*)$/gm)) {
    if (!cores.includes(Number(number))) continue;
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = times
      .split(' ')
      .map(Number);
    found ??= { busy_ms: 0, steal_ms: 0 };
    found.busy_ms += (user + nice + system + irq + softirq) * tick_ms;
    found.steal_ms += steal * tick_ms;
  }
  return found;
}

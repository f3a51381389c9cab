import { readFileSync } from 'node:fs';

/** What all cores together have done since the machine started. */
export interface ProcessorTime {
  /** In programs, in the kernel, and in interrupts. */
  busy_ms: number;
  /** Ready to run while another virtual machine had the core. */
  steal_ms: number;
}

/** Linux gives times in hundredths of a second, on every machine that Node runs on (USER_HZ). */
const tick_ms = 10;

/** @returns null where the system doesn't tell: there is no /proc */
export function readProcessor(): ProcessorTime | null {
  try {
    return parseProcessor(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return null;
  }
}

/** @param stat as in /proc/stat: `cpu user nice system idle iowait irq softirq steal guest guest_nice`; guest is in user */
export function parseProcessor(stat: string): ProcessorTime | null {
  const line = /^cpu +(.*)$/m.exec(stat)?.[1];
  if (line === undefined) return null;
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(' ').map(Number);
  return { busy_ms: (user + nice + system + irq + softirq) * tick_ms, steal_ms: steal * tick_ms };
}

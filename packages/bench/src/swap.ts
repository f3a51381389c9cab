import { readFileSync } from 'node:fs';

/** Pages that went out to swap and came back since the machine started; null where the system doesn't tell. */
export function readSwap(): number | null {
  try {
    return parseSwap(readFileSync('/proc/vmstat', 'utf8'));
  } catch {
    return null;
  }
}

/** @param vmstat as in /proc/vmstat */
export function parseSwap(vmstat: string): number | null {
  const counts = [...vmstat.matchAll(/^pswp(?:in|out) (\d+)$/gm)].map(([, count]) => Number(count));
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** As `nice` counts. */
const first = constants.priority.PRIORITY_HIGH;

/**
 * Puts the calling thread before all others that wait for a core, where the system lets it: Linux, for root.
 * The writers stand for clients elsewhere; where they share cores with the app they would otherwise be late whenever
 * it is busy.
 */
export function goFirst(): void {
  const id = threadId();
  if (id === null) return;
  try {
    setPriority(id, first);
  } catch {
    // It goes like all others; how late it is, is measured.
  }
}

/** Whether the system lets a thread go before others; tried on the calling one, which goes on as before. */
export function mayGoFirst(): boolean {
  const id = threadId();
  if (id === null) return false;
  const usual = getPriority(id);
  try {
    setPriority(id, first);
    setPriority(id, usual);
    return true;
  } catch {
    return false;
  }
}

/** The kernel's id of the calling thread; null where threads have no priority of their own. */
function threadId(): number | null {
  if (process.platform !== 'linux') return null;
  return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
}

import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

const first = constants.priority.PRIORITY_HIGH;

/**
 * Gives the calling thread priority over all others that wait for a core, if the system allows it (Linux, for root).
 * Writers represent clients on other machines. On shared cores, a busy app would make them late.
 */
export function goFirst(): void {
  const id = threadId();
  if (id === null) return;
  try {
    setPriority(id, first);
  } catch {
    // The thread keeps its priority, and the run measures how late it is.
  }
}

/** @returns whether the system allows it; the calling thread tries it and keeps its priority */
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

/** The kernel's id of the calling thread; null if threads have no priorities. */
function threadId(): number | null {
  if (process.platform !== 'linux') return null;
  return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
}

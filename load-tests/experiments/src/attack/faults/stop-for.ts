import { setTimeout as pause } from 'node:timers/promises';

/** Stops a process (SIGSTOP) for a time, and continues it even if the wait fails. */
export async function stopFor(pid: number | undefined, duration_ms: number): Promise<void> {
  if (pid === undefined) throw new Error('The process to be stopped is not on this machine');
  process.kill(pid, 'SIGSTOP');
  try {
    await pause(duration_ms);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

import { setTimeout as pause } from 'node:timers/promises';

/** A process stands still for a time, also if that time is cut short. */
export async function stopFor(pid: number | undefined, duration_ms: number): Promise<void> {
  if (pid === undefined) throw new Error('What shall stand still is no process of this machine');
  process.kill(pid, 'SIGSTOP');
  try {
    await pause(duration_ms);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

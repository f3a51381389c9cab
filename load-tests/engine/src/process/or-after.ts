import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for the promise, but no longer than the time. */
export async function orAfter(promise: Promise<unknown>, time_ms: number | undefined): Promise<void> {
  if (time_ms === undefined) return void (await promise);
  const stop = new AbortController();
  try {
    await Promise.race([promise, sleep(time_ms, undefined, { signal: stop.signal })]);
  } finally {
    stop.abort();
  }
}

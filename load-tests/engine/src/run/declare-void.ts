import type { VoidFile } from '../failures/fault.ts';
import type { Rendezvous } from '../folder/rendezvous.ts';

const retry_ms = 500;

/**
 * Writes why the run is void, for all threads and processes. A process that can't open another file writes it once its
 * connections are closed.
 * @returns the first reason, which counts, and whether it is this one
 */
export function declareVoid(meeting: Rendezvous, own: VoidFile): ReturnType<Rendezvous['declareVoid']> {
  try {
    return meeting.declareVoid(own);
  } catch {
    const retry = setInterval(() => {
      try {
        meeting.declareVoid(own);
        clearInterval(retry);
      } catch {
        // Retried later.
      }
    }, retry_ms);
    retry.unref();
    return { failure: own, first: true };
  }
}

/** Rejects with the signal's reason when it is aborted; else it never settles. For Promise.race. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Waits no longer than until Ctrl-C: what is still under way ends with this process. */
export async function abortable<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  promise.catch(() => {});
  return Promise.race([promise, rejectOnAbort(signal)]);
}

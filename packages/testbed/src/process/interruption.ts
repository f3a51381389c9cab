/** Ctrl-C, the end of a service, and a terminal that is closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves at the first signal that asks us to stop. The second one ends us at once; what we started ends with us. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    let count = 0;
    onStopSignal(() => {
      count += 1;
      if (count > 1) process.exit(1);
      resolve();
    });
  });
}

/**
 * Calls back at each signal that asks us to stop, in place of ending the process.
 * @returns what takes that back
 */
export function onStopSignal(react: (signal: NodeJS.Signals) => void): () => void {
  let isHungUp = false;
  const listener = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGHUP') {
      // Both the shell and the system tell that the terminal is closed: the second time is no second wish.
      if (isHungUp) return;
      isHungUp = true;
      // What is said to a closed terminal fails, and that error would end us before we have cleaned up.
      for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
    }
    react(signal);
  };
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}

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

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
 * Works until that is done, or until the first signal that asks us to stop: a line on standard error says so.
 * @param work cleans up, and throws the signal's reason when it is aborted
 */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  void interrupted().then(() => {
    console.error('Stopping');
    stop.abort(new Error('Stopped'));
  });
  await work(stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
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

/** Waits until the signal is aborted, and no longer. @throws the signal's reason when it is aborted */
export async function abortable<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

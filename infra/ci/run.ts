import { exit, onStopSignal, startChild } from '@meteor-vs-mean/testbed/process';

const stopping = new AbortController();
onStopSignal(() => stopping.abort());

/**
 * Runs a program, and shows its output.
 * @returns its exit code
 * @throws after a signal to this process: the program has ended with all of its children
 */
export async function run(
  command: string,
  args: string[],
  { cwd, env = process.env }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<number> {
  stopping.signal.throwIfAborted();
  const child = await startChild(command, args, { cwd, env, log: (line) => console.log(line) });
  const stop = () => void child.stop();
  stopping.signal.addEventListener('abort', stop);
  const { code } = await child.exited;
  stopping.signal.removeEventListener('abort', stop);
  stopping.signal.throwIfAborted();
  return code ?? 1;
}

/** Runs a function that runs programs, until it finishes or a signal arrives. */
export async function untilStopped(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    process.exitCode = exit.interrupted;
  }
}

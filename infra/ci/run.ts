import { exit, onStopSignal, startChild } from '@meteor-vs-mean/testbed/process';

const stopping = new AbortController();
onStopSignal(() => stopping.abort());

/**
 * Runs a program, and shows its output.
 * @returns the code that it ended with
 * @throws if we were asked to stop: the program has ended with all that it started
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

/** Does what runs programs, until it is done or we are asked to stop. */
export async function untilStopped(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    process.exitCode = exit.interrupted;
  }
}

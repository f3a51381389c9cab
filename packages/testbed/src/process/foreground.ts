import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { signalGroup, startReaper } from './child.ts';
import { onStopSignal } from './interruption.ts';
import { exit } from './run-command.ts';

/** A program that was asked to stop is killed after this long. */
const timeout_ms = 60_000;
const interval_ms = 50;

/**
 * Runs a program that shares our terminal, in a process group of its own. Each signal that asks us to stop is passed on
 * to the program and all that it started, and this waits until none of them is left: npm, and the shell between npm and
 * a script, end before that script does. What is left after a minute is killed.
 * @returns its exit status, or `exit.interrupted` if a signal ended it
 * @throws if it can't be started
 */
export async function runInForeground(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<number> {
  const hasGroups = process.platform !== 'win32';
  const child = spawn(command, args, { cwd, stdio: 'inherit', detached: hasGroups });
  const ended = once(child, 'close');
  ended.catch(() => {}); // it never started: `spawn` below tells
  const pid = child.pid as number;
  let isAsked = false;
  const takeBack = onStopSignal((signal) => {
    isAsked = true;
    signalGroup(pid, signal);
  });
  let guard: ChildProcess | undefined;
  try {
    await once(child, 'spawn').catch((error: Error) => {
      throw new Error(`${command} can't be started: ${error.message}`);
    });
    if (hasGroups) guard = startReaper('kill -s INT -- -$0', String(pid));
    const [code] = await ended;
    if (isAsked && hasGroups) await groupEnded(pid);
    return code ?? exit.interrupted;
  } finally {
    takeBack();
    guard?.kill('SIGKILL');
  }
}

async function groupEnded(pid: number): Promise<void> {
  const late_ms = performance.now() + timeout_ms;
  while (signalGroup(pid, 0)) {
    if (performance.now() > late_ms) {
      signalGroup(pid, 'SIGKILL');
      return;
    }
    await wait(interval_ms);
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** How a program ended: with a code, or by a signal. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ChildOptions {
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** Gets each line of both outputs. */
  log?: ((line: string) => void) | undefined;
  /** Whether it reads what is written to `Child.stdin`. Default: it reads nothing. */
  hasInput?: boolean;
  /** What happens when we are killed: a script for sh, which gets its pid as $0, and more as $1. Default: SIGKILL to all. */
  reaper?: readonly [script: string, ...args: string[]];
}

/** A program and whatever it starts, which don't outlive us. */
export interface Child {
  readonly pid: number;
  /** The last lines of both outputs. */
  readonly lastLines: readonly string[];
  readonly exited: Promise<Exit>;
  /** Null unless it `hasInput`. */
  readonly stdin: Writable | null;
  /** SIGTERM to all of them, and SIGKILL to what is left after a while. @param timeout_ms default: 5 s */
  stop(timeout_ms?: number): Promise<void>;
  /** SIGKILL to all of them. */
  kill(): Promise<void>;
}

/**
 * Starts a program in a process group of its own: a terminal's Ctrl-C reaches only us, who stop it in order.
 *
 * @throws if it can't be started
 */
export async function startChild(
  command: string,
  args: string[],
  options: ChildOptions = {},
): Promise<Child> {
  const child = spawn(command, args, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: options.env ?? process.env,
    stdio: [options.hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const ended = once(child, 'close').then(([code, signal]): Exit => ({ code, signal }));
  ended.catch(() => {}); // it never started: `spawn` below tells
  await once(child, 'spawn').catch((error: Error) => {
    throw new Error(`${command} can't be started: ${error.message}`);
  });
  const pid = child.pid as number;
  const [script, ...more] = options.reaper ?? ['kill -s KILL -- -$0'];
  const guard = process.platform === 'win32' ? undefined : startReaper(script, String(pid), ...more);
  child.stdin?.on('error', () => {}); // it has ended: `exited` tells

  const lastLines: string[] = [];
  for (const output of [child.stdout, child.stderr] as Readable[]) {
    createInterface(output).on('line', (line) => {
      if (lastLines.push(line) > 30) lastLines.shift();
      options.log?.(line);
    });
  }
  let isOver = false; // its number may be somebody else's by then
  const signalAll = (signal: NodeJS.Signals): void => {
    if (!isOver) signalGroup(pid, signal);
  };
  const exited = ended.then(async (exit) => {
    signalAll('SIGKILL'); // what it started and left behind
    isOver = true;
    if (guard !== undefined) await endReaper(guard);
    return exit;
  });

  async function kill(): Promise<void> {
    signalAll('SIGKILL');
    await exited;
  }
  async function stop(timeout_ms = 5_000): Promise<void> {
    signalAll('SIGTERM');
    const late = setTimeout(() => signalAll('SIGKILL'), timeout_ms);
    await exited;
    clearTimeout(late);
  }
  return { pid, lastLines, exited, stdin: child.stdin, stop, kill };
}

/**
 * Starts a process that cleans up after us. It waits for our end of its pipe to close, which also happens when we are
 * killed, and then handles the signals that it got.
 * @param script for sh, which gets `args` as $0, $1 and so on
 */
export function startReaper(script: string, ...args: string[]): ChildProcess {
  const guard = spawn('sh', ['-c', `read _\n${script}`, ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {}); // a system without sh: then a killed owner leaves its child
  guard.stdin.on('error', () => {});
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return guard;
}

/** Ends a reaper that isn't needed any more, and waits for that: it must not outlive us either. */
async function endReaper(guard: ChildProcess): Promise<void> {
  if (guard.pid === undefined || guard.exitCode !== null || guard.signalCode !== null) return;
  const ended = once(guard, 'exit');
  guard.ref();
  guard.kill('SIGKILL');
  await ended;
}

/**
 * Sends a signal to the process group that a process leads; on Windows, which has none, to the process alone.
 * @param signal 0 only looks
 * @returns whether anything of it was left
 */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    return false;
  }
}

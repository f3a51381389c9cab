import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findBun } from './bun.ts';
import type { OwnCpu } from './program-side.ts';
import type { Program, ProgramOptions } from './stage.ts';

const ready_ms = 60_000;
/** How long a program may take to end by itself once its standard input is closed. */
const leaving_ms = 3_000;

interface Pending {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

type Line = { ready?: Record<string, unknown>; id?: number; answer?: unknown; error?: string };

/**
 * Starts a file that calls `serve` of program-side.ts, in a process group of its own: a terminal's Ctrl-C reaches only
 * us, who end it in order. Killed or not, we take it with us: it ends when its standard input closes.
 *
 * @param signal aborted before it is ready: it is killed
 * @throws one line if it ends before it is ready, or isn't within a minute
 */
export async function startProgram(
  file: URL,
  { runtime = 'node', node = process.execPath, args = [], env = {} }: ProgramOptions,
  signal: AbortSignal,
): Promise<Program> {
  const script = fileURLToPath(file);
  const name = path.basename(script);
  const command = runtime === 'bun' ? (await findBun()).path : node;
  signal.throwIfAborted();
  const child = spawn(command, [script, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    // In production, as servers run: in development Express compiles its views for each request.
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  const closed = once(child, 'close');
  closed.catch(() => {}); // it never started: `spawn` below fails
  await once(child, 'spawn').catch((error: Error) => {
    throw new Error(`${command} can't be started: ${error.message}`);
  });
  const pid = child.pid as number;
  const lastLines: string[] = [];
  const pending = new Map<number, Pending>();
  let isOver = false;
  const ready = Promise.withResolvers<Record<string, unknown>>();

  const kill = () => {
    if (!isOver) killGroup(pid);
  };
  signal.addEventListener('abort', kill, { once: true });
  child.stdin.on('error', () => {}); // it has ended: `closed` follows
  const keep = (line: string) => {
    if (lastLines.push(line) > 50) lastLines.shift();
  };
  createInterface(child.stderr).on('line', keep);
  createInterface(child.stdout).on('line', (text) => {
    const line = parse(text);
    if (!line) keep(text);
    else if (line.ready) ready.resolve(line.ready);
    else settle(line);
  });
  function settle({ id = -1, answer, error }: Line): void {
    const asked = pending.get(id);
    pending.delete(id);
    if (error === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(`${name}: ${error}`));
  }
  const exited = closed.then(([code, by]) => {
    killGroup(pid); // what it started and left behind
    isOver = true;
    const why = `${name} ended ${by ? `by ${by}` : `with status ${code}`}: ${said(lastLines)}`;
    for (const { reject } of pending.values()) reject(new Error(why));
    pending.clear();
    return why;
  });

  let lastId = 0;
  const program: Omit<Program, 'ready'> = {
    pid,
    ask: <Answer>(command: Record<string, unknown>) =>
      new Promise<Answer>((resolve, reject) => {
        if (isOver) {
          reject(new Error(`${name} has ended: ${said(lastLines)}`));
          return;
        }
        lastId += 1;
        pending.set(lastId, { resolve: resolve as Pending['resolve'], reject });
        child.stdin.write(`${JSON.stringify({ id: lastId, command })}\n`);
      }),
    async stop() {
      child.stdin.end();
      const late = setTimeout(kill, leaving_ms);
      await exited;
      clearTimeout(late);
    },
  };

  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    kill();
  }, ready_ms);
  const ended = exited.then((why) => {
    throw new Error(
      isLate
        ? `${name} wasn't ready within ${ready_ms / 1000} s: ${said(lastLines)}`
        : `${why} (before it was ready)`,
    );
  });
  ended.catch(() => {});
  try {
    return { ...program, ready: await Promise.race([ready.promise, ended]) };
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', kill);
  }
}

function parse(text: string): Line | undefined {
  if (!text.startsWith('{"ready":') && !text.startsWith('{"id":')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of what a program said last, the line that tells most: an error's own, not its stack or what a runtime adds. */
function said(lines: readonly string[]): string {
  const telling = lines.findLast((line) => /^(\w*Error\b|error:)/i.test(line.trim()));
  return (telling ?? lines.findLast((line) => line.trim() !== '') ?? 'it said nothing').trim();
}

function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // none of it is left
  }
}

/** A program's own CPU since it began: finer than what the system tells of a process from outside. */
export function ownCpu(program: Pick<Program, 'ask'>): Promise<OwnCpu> {
  return program.ask<OwnCpu>({ do: 'cpu' });
}

/** User and system time together. */
export async function ownCpu_ms(program: Pick<Program, 'ask'>): Promise<number> {
  const { user_ms, system_ms } = await ownCpu(program);
  return user_ms + system_ms;
}

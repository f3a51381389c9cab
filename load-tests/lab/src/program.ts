import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { abortable, startChild } from '@meteor-vs-mean/testbed/process';
import { findBun } from './bun.ts';
import type { OwnCpu } from './program-side.ts';

export interface ProgramOptions {
  runtime?: 'node' | 'bun';
  /** Path of a Node to run it on, instead of ours: Meteor brings its own. */
  node?: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

export interface Program {
  readonly pid: number;
  /** What it gave to `serve` when it was ready, e.g. { port: 4711 }. */
  readonly ready: Record<string, unknown>;
  /**
   * Sends a command, `{ do: 'name', ... }`; resolves with its answer. Rejects with the program's own error, or its end.
   * All programs answer `{ do: 'cpu' }`: see `OwnCpu` of program-side.ts.
   */
  ask<Answer>(command: Record<string, unknown>): Promise<Answer>;
  stop(): Promise<void>;
}

const ready_ms = 60_000;
/** How long a program may take to end by itself once its standard input is closed. */
const leaving_ms = 3_000;

interface Pending {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

type Line = { ready?: Record<string, unknown>; id?: number; answer?: unknown; error?: string };

/**
 * Starts a file that calls `serve` of program-side.ts. It ends when its standard input closes, and so with us.
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
  const ready = Promise.withResolvers<Record<string, unknown>>();
  const pending = new Map<number, Pending>();
  const said: string[] = [];
  const child = await startChild(command, [script, ...args], {
    hasInput: true,
    // As a server runs: Express, for one, compiles its views anew in development.
    env: { ...process.env, NODE_ENV: 'production', ...env },
    log: (text) => {
      const line = parse(text);
      if (line?.ready) ready.resolve(line.ready);
      else if (line) settle(line);
      else if (said.push(text) > 50) said.shift();
    },
  });
  function settle({ id = -1, answer, error }: Line): void {
    const asked = pending.get(id);
    pending.delete(id);
    if (error === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(`${name}: ${error}`));
  }
  let isOver = false;
  const exited = child.exited.then(({ code, signal: by }) => {
    isOver = true;
    const why = `${name} ended ${by ? `by ${by}` : `with status ${code}`}: ${reasonIn(said)}`;
    for (const { reject } of pending.values()) reject(new Error(why));
    pending.clear();
    return why;
  });

  let lastId = 0;
  const program: Omit<Program, 'ready'> = {
    pid: child.pid,
    ask: <Answer>(command: Record<string, unknown>) =>
      new Promise<Answer>((resolve, reject) => {
        if (isOver) {
          reject(new Error(`${name} has ended: ${reasonIn(said)}`));
          return;
        }
        lastId += 1;
        pending.set(lastId, { resolve: resolve as Pending['resolve'], reject });
        child.stdin?.write(`${JSON.stringify({ id: lastId, command })}\n`);
      }),
    async stop() {
      child.stdin?.end();
      const late = setTimeout(() => child.kill(), leaving_ms);
      await exited;
      clearTimeout(late);
    },
  };

  const late = AbortSignal.timeout(ready_ms);
  const ended = exited.then((why) => {
    throw new Error(`${why} (before it was ready)`);
  });
  ended.catch(() => {});
  try {
    const isReady = Promise.race([ready.promise, ended]);
    return { ...program, ready: await abortable(isReady, AbortSignal.any([signal, late])) };
  } catch (error) {
    await child.kill();
    throw late.aborted
      ? new Error(`${name} wasn't ready within ${ready_ms / 1000} s: ${reasonIn(said)}`)
      : error;
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

/** Of a program's last lines, the one that says most: an error's own, not its stack or what a runtime adds. */
function reasonIn(lines: readonly string[]): string {
  const telling = lines.findLast((line) => /^(\w*Error\b|error:)/i.test(line.trim()));
  return (telling ?? lines.findLast((line) => line.trim() !== '') ?? 'it said nothing').trim();
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

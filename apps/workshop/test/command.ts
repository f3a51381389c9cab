import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { isFree, listen, root } from '@meteor-vs-mean/testbed/process';
import { type SaidLines, saidLines } from '@meteor-vs-mean/testbed/process/said-lines';
import { onTestFinished } from 'vitest';

/** A command's output and exit code. */
export interface Ended {
  code: number | null;
  /** Both outputs. */
  output: string;
}

export interface Running extends SaidLines {
  child: ChildProcess;
  /** Types a line. */
  type(text: string): void;
}

/** Simulates a laptop without Meteor, by a bundle that doesn't exist. */
const withoutMeteor = { METEOR_BUNDLE: '/nonexistent', NO_COLOR: '1' };

/**
 * Starts a program of the workshop or of the repository. It is killed at the end of the test.
 * @param file relative to the repository's root
 */
export function start(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = root,
): Running {
  const child = spawn(process.execPath, [path.join(cwd, file), ...args], {
    cwd,
    env: { ...process.env, ...withoutMeteor, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output = saidLines(child, file);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await output.ended;
  });
  return { child, ...output, type: (text) => void child.stdin.write(`${text}\n`) };
}

/** Runs it to its end. */
export async function run(...given: Parameters<typeof start>): Promise<Ended> {
  const { lines, ended } = start(...given);
  const code = await ended;
  return { code, output: lines.join('\n') };
}

/** `npm run workshop:check -- <args>` */
export function check(args: readonly string[], env: Record<string, string> = {}, cwd = root): Promise<Ended> {
  return run('apps/workshop/check.cjs', args, env, cwd);
}

/** Listens on a port until the end of the test. @param port 0: any free port */
export async function listener(port = 0): Promise<number> {
  const server = createServer();
  const listening = await listen(server, port);
  onTestFinished(async () => {
    server.close();
    await once(server, 'close');
  });
  return listening;
}

/** The first of this many consecutive free ports. */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = 20_000 + Math.floor(Math.random() * 30_000);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
  throw new Error(`There are no ${count} consecutive free ports`);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { isFree, listen, root } from '@meteor-vs-mean/testbed/process';
import { type SaidLines, saidLines } from '@meteor-vs-mean/testbed/process/said-lines';
import { onTestFinished } from 'vitest';

/** What a command said, and how it ended. */
export interface Ended {
  code: number | null;
  /** Both outputs. */
  said: string;
}

export interface Running extends SaidLines {
  child: ChildProcess;
  /** Types a line. */
  type(text: string): void;
}

/** As on a laptop without Meteor, also where there is one: a bundle that isn't there is what counts. */
const withoutMeteor = { METEOR_BUNDLE: '/nonexistent', NO_COLOR: '1' };

/**
 * Starts a program of the workshop, or another one of the repository. It is killed when the test is over.
 * @param file from the repository's root
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
  const said = saidLines(child, file);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await said.ended;
  });
  return { child, ...said, type: (text) => void child.stdin.write(`${text}\n`) };
}

/** Runs it to its end. */
export async function run(...given: Parameters<typeof start>): Promise<Ended> {
  const { lines, ended } = start(...given);
  const code = await ended;
  return { code, said: lines.join('\n') };
}

/** `npm run workshop:check -- <args>` */
export function check(args: readonly string[], env: Record<string, string> = {}, cwd = root): Promise<Ended> {
  return run('apps/workshop/check.cjs', args, env, cwd);
}

/** Somebody who listens. It ends with the test. @param port 0: a free one */
export async function listener(port = 0): Promise<number> {
  const server = createServer();
  const listening = await listen(server, port);
  onTestFinished(async () => {
    server.close();
    await once(server, 'close');
  });
  return listening;
}

/** The first of so many free ports in a row. */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = 20_000 + Math.floor(Math.random() * 30_000);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
  throw new Error(`There are no ${count} free ports in a row`);
}

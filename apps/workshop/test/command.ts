import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '@meteor-vs-mean/bench';
import { onTestFinished } from 'vitest';

/** What a command said, and how it ended. */
export interface Ended {
  code: number | null;
  /** Both outputs. */
  said: string;
}

export interface Running {
  child: ChildProcess;
  lines: string[];
  /** Resolves with the first line like it; rejects with all lines when the command ends without one. */
  line(pattern: RegExp): Promise<string>;
  /** Types a line. */
  type(text: string): void;
  ended: Promise<number | null>;
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
  const lines: string[] = [];
  const ended = once(child, 'close').then(([code]) => code as number | null);
  for (const output of [child.stdout, child.stderr]) {
    createInterface(output).on('line', (text) => {
      lines.push(text);
      child.emit('said', text);
    });
  }
  async function line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = lines.find((text) => pattern.test(text));
      if (found !== undefined) return found;
      const over = await Promise.race([once(child, 'said'), ended.then(() => 'over' as const)]);
      if (over === 'over' && !lines.some((text) => pattern.test(text))) {
        throw new Error(`${file} ended without ${pattern}:\n${lines.join('\n')}`);
      }
    }
  }
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return { child, lines, line, type: (text) => void child.stdin.write(`${text}\n`), ended };
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
  const server: Server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await once(server, 'close');
  });
  return (server.address() as { port: number }).port;
}

/** The first of so many free ports in a row. */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = 20_000 + Math.floor(Math.random() * 30_000);
    const servers = Array.from({ length: count }, (_, index) =>
      createServer().listen(first + index, '127.0.0.1'),
    );
    const heard = await Promise.all(
      servers.map((server) =>
        once(server, 'listening').then(
          () => true,
          () => false,
        ),
      ),
    );
    for (const [index, server] of servers.entries()) {
      if (!heard[index]) continue;
      server.close();
      await once(server, 'close');
    }
    if (heard.every(Boolean)) return first;
  }
  throw new Error(`There are no ${count} free ports in a row`);
}

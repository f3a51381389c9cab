import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lock } from '@meteor-vs-mean/testbed/process';

/** Commands that run until Ctrl-C, and their output when they are ready. */
const lasting: readonly { command: RegExp; ready: RegExp }[] = [
  { command: /^npm (start|run (dev|serve|workshop|workshop:modes|workshop:break))( |$)/, ready: /Ctrl-C/ },
  { command: /^npm run writeup( -- --dev)?$/, ready: /Ctrl-C/ },
  { command: /^node \S*chat\.m?js$/, ready: /listening/ },
];

/** Servers listen on the documented ports, so only one terminal at a time may run them. */
const ports = path.join(tmpdir(), 'meteor-vs-mean-documented-ports.lock');

/** A command that runs until Ctrl-C. */
export interface Lasting {
  text: string;
  /** Sends Ctrl-C like a terminal, to its whole process group. @throws if it doesn't exit, or fails */
  interrupt(): Promise<void>;
}

export function isLasting(text: string): boolean {
  return !text.endsWith('--help') && lasting.some(({ command }) => command.test(text));
}

/**
 * The workshop's checkpoints exit with 1 while something is left to do, which may need a person in a browser. The
 * workshop's own tests check that they exit with 0 afterwards.
 */
const answers: readonly { command: RegExp; statuses: readonly number[] }[] = [
  { command: /^npm run workshop:check( |$)/, statuses: [0, 1] },
];

/** A terminal in a checkout. */
export class Terminal {
  readonly #cwd: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #running = new Set<ChildProcess>();

  constructor(cwd: string, env: NodeJS.ProcessEnv) {
    this.#cwd = cwd;
    this.#env = env;
    // They are in separate process groups, which our Ctrl-C wouldn't reach.
    process.once('exit', () => {
      for (const child of this.#running) signal(child, 'SIGKILL');
    });
  }

  /** Runs it to its end. @returns its output @throws its last lines, if it fails */
  async run(text: string): Promise<string> {
    const { child, output, ended } = this.#start(text);
    child.stdin.end();
    const code = await ended;
    const { statuses = [0] } = answers.find(({ command }) => command.test(text)) ?? {};
    if (statuses.some((status) => status === code)) return output.text;
    throw new Error(`\`${text}\` exited with ${code}:\n${lastOf(output.text)}`);
  }

  /** Starts a server once no other terminal uses the ports, and waits until it is ready. */
  async keep(text: string): Promise<Lasting> {
    const locked = await lock(ports, () => {});
    const release = () => locked[Symbol.asyncDispose]();
    const { child, output, ended } = this.#start(text);
    const freed = ended.then(release, release);
    const ready = lasting.find(({ command }) => command.test(text))?.ready ?? /(?!)/;
    const over = ended.then((code) => {
      throw new Error(`\`${text}\` exited with ${code} before it was ready:\n${lastOf(output.text)}`);
    });
    over.catch(() => {}); // it exits later
    while (!ready.test(output.text)) await Promise.race([once(child, 'said'), over]);
    return {
      text,
      interrupt: async () => {
        signal(child, 'SIGINT');
        const code = await ended;
        await freed;
        // npm reports the signal, or 128 plus its number.
        if (![0, 130, 'SIGINT'].includes(code as never)) {
          throw new Error(`\`${text}\` exited with ${code} on Ctrl-C:\n${lastOf(output.text)}`);
        }
      },
    };
  }

  /** Kills what is still running. */
  async close(): Promise<void> {
    for (const child of this.#running) {
      const closed = once(child, 'close');
      signal(child, 'SIGKILL');
      await closed;
    }
  }

  #start(text: string) {
    const options = { cwd: this.#cwd, env: this.#env, detached: true } as const;
    // A server may read its input until the end of it.
    const child = spawn('bash', ['-c', text], { ...options, stdio: 'pipe' });
    this.#running.add(child);
    child.stdin.on('error', () => {}); // it exited first
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output.text += chunk;
        child.emit('said');
      });
    }
    const ended = once(child, 'close').then(([code, by]) => {
      this.#running.delete(child);
      return (code ?? by) as number | string;
    });
    return { child, output, ended };
  }
}

function signal(child: ChildProcess, name: 'SIGINT' | 'SIGKILL'): void {
  try {
    process.kill(-(child.pid as number), name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function lastOf(output: string): string {
  return output.trim().split('\n').slice(-25).join('\n');
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lock } from '@meteor-vs-mean/testbed/process';

/** What stays up until Ctrl-C, and what it prints when it can be used. */
const lasting: readonly { command: RegExp; ready: RegExp }[] = [
  { command: /^npm (start|run (dev|serve|workshop|workshop:modes|workshop:break))( |$)/, ready: /Ctrl-C/ },
  { command: /^npm run writeup( -- --dev)?$/, ready: /Ctrl-C/ },
  { command: /^node \S*chat\.m?js$/, ready: /listening/ },
];

/** What stays up listens on the documented ports: on one machine one terminal at a time has them. */
const ports = path.join(tmpdir(), 'meteor-vs-mean-documented-ports.lock');

/** A command that stays up until Ctrl-C. */
export interface Lasting {
  text: string;
  /** As Ctrl-C in a terminal: its whole process group gets it. @throws if it doesn't end, or ends badly */
  interrupt(): Promise<void>;
}

export function isLasting(text: string): boolean {
  return !text.endsWith('--help') && lasting.some(({ command }) => command.test(text));
}

/**
 * A checkpoint of the workshop says with status 1 that something is still to be done: where that is a person's part, in
 * a browser, it is. That they say 0 when it was done is what the workshop's own tests see to.
 */
const answers: readonly { command: RegExp; statuses: readonly number[] }[] = [
  { command: /^npm run workshop:check( |$)/, statuses: [0, 1] },
];

/** Somebody's terminal in a checkout. */
export class Terminal {
  readonly #cwd: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #running = new Set<ChildProcess>();

  constructor(cwd: string, env: NodeJS.ProcessEnv) {
    this.#cwd = cwd;
    this.#env = env;
    // They stand in process groups of their own: a Ctrl-C of ours wouldn't reach them.
    process.once('exit', () => {
      for (const child of this.#running) signal(child, 'SIGKILL');
    });
  }

  /** Runs it to its end. @returns what it printed @throws its last lines, if it fails */
  async run(text: string): Promise<string> {
    const { child, output, ended } = this.#start(text);
    child.stdin.end();
    const code = await ended;
    const { statuses = [0] } = answers.find(({ command }) => command.test(text)) ?? {};
    if (statuses.some((status) => status === code)) return output.text;
    throw new Error(`\`${text}\` ended with ${code}:\n${lastOf(output.text)}`);
  }

  /** Starts what stays up once no other terminal has the ports, and waits until it says that it is ready. */
  async keep(text: string): Promise<Lasting> {
    const locked = await lock(ports, () => {});
    const release = () => locked[Symbol.asyncDispose]();
    const { child, output, ended } = this.#start(text);
    const freed = ended.then(release, release);
    const ready = lasting.find(({ command }) => command.test(text))?.ready ?? /(?!)/;
    const over = ended.then((code) => {
      throw new Error(`\`${text}\` ended with ${code} before it was ready:\n${lastOf(output.text)}`);
    });
    over.catch(() => {}); // it ends some time
    while (!ready.test(output.text)) await Promise.race([once(child, 'said'), over]);
    return {
      text,
      interrupt: async () => {
        signal(child, 'SIGINT');
        const code = await ended;
        await freed;
        // npm tells of the signal, or of 128 and its number.
        if (![0, 130, 'SIGINT'].includes(code as never)) {
          throw new Error(`\`${text}\` ended with ${code} on Ctrl-C:\n${lastOf(output.text)}`);
        }
      },
    };
  }

  /** Kills what is still up. */
  async close(): Promise<void> {
    for (const child of this.#running) {
      const closed = once(child, 'close');
      signal(child, 'SIGKILL');
      await closed;
    }
  }

  #start(text: string) {
    const options = { cwd: this.#cwd, env: this.#env, detached: true } as const;
    // What stays up may listen to what is typed, until there is nothing more to come.
    const child = spawn('bash', ['-c', text], { ...options, stdio: 'pipe' });
    this.#running.add(child);
    child.stdin.on('error', () => {}); // it ended first
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

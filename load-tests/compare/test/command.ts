import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const main = path.resolve(import.meta.dirname, '../src/main.ts');

/** `npm run compare` as a process of its own, with what it has said so far. */
export interface CompareProcess {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  /** Resolves when standard error holds the text. */
  said(text: string): Promise<void>;
  ended: Promise<number | null>;
}

/** @param env over this process's own; no Meteor is found unless it says where */
export function startCompare(args: string[], env: Record<string, string>): CompareProcess {
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      METEOR_BUNDLE: '',
      PATH: withoutMeteor(),
      HOME: '/nonexistent',
      ...env,
    },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    output,
    ended,
    async said(text) {
      const over = ended.then(() => {
        throw new Error(`compare ended without saying "${text}":\n${output.stderr}${output.stdout}`);
      });
      while (!output.stderr.includes(text)) await Promise.race([once(child.stderr, 'data'), over]);
    },
  };
}

function withoutMeteor(): string {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('meteor-bin') && !folder.endsWith('.meteor'))
    .join(path.delimiter);
}

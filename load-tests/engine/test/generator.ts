import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

const require = createRequire(import.meta.url);
const artillery = dirname(require.resolve('artillery/package.json'));
/** The bench starts Artillery with it, too: a start then takes two thirds of the CPU. */
const withoutClouds = new URL('../../compare/src/generator/without-clouds.ts', import.meta.url).href;
/** Artillery's command, of the repository. */
const artilleryBin = join(artillery, 'bin', 'run');

export interface Generator {
  pid: number;
  /** Everything printed so far, both streams. */
  output(): string;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the text has been printed. */
  printed(text: string): Promise<void>;
}

/**
 * Runs `artillery run` as a process of its own, and ends it with the test.
 * @param prefix a command that runs it elsewhere, as in another network namespace
 */
export function runArtillery(
  args: string[],
  env: Record<string, string> = {},
  { bin = artilleryBin, prefix = [] }: { bin?: string; prefix?: readonly string[] } = {},
): Generator {
  const [command = '', ...before] = [...prefix, process.execPath];
  const loading = bin === artilleryBin ? ['--import', withoutClouds] : [];
  const child = spawn(command, [...before, ...loading, bin, 'run', ...args], {
    env: {
      ...process.env,
      ARTILLERY_DISABLE_TELEMETRY: 'true',
      DO_NOT_TRACK: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    pid: child.pid as number,
    output: () => output,
    ended,
    kill: (signal) => void child.kill(signal),
    printed: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!output.includes(text)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        void ended.then(() => reject(new Error(`ended without "${text}":\n${output}`)));
        look();
      }),
  };
}

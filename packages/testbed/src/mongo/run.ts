import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Outcome {
  /** The exit code; -1 if it could not be started or was killed. */
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a program to its end, without a shell. Never rejects: what could not be started has code -1.
 *
 * @param options `onLine` gets each line of standard output; `signal` ends the program
 */
export function run(
  command: string,
  args: string[],
  { onLine, signal }: { onLine?: (line: string) => void; signal?: AbortSignal | undefined } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], signal });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    if (onLine) createInterface(child.stdout).on('line', onLine);
    child.on('error', (error) => resolve({ code: -1, stdout, stderr: error.message }));
    child.on('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
}

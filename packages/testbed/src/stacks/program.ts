import { join } from 'node:path';
import { type ChildOptions, startChild } from '../process/index.ts';
import { quote } from './app.ts';

/**
 * Runs a program to its end.
 *
 * @param options `env`: default ours, without what npm tells its scripts
 * @returns the lines that it printed
 * @throws its last lines, if it fails
 */
export async function runProgram(
  command: string,
  args: string[],
  options: ChildOptions & { cwd: string },
): Promise<string[]> {
  const lines: string[] = [];
  const log = (line: string): void => {
    lines.push(line);
    options.log?.(line);
  };
  const child = await startChild(command, args, { env: outsideNpm(), ...options, log });
  const { code } = await child.exited;
  if (code === 0) return lines;
  const name = command.split('/').at(-1);
  throw new Error(`${name} ${args.join(' ')} failed in ${options.cwd}.${quote(child)}`);
}

/**
 * Runs `npm run build` in a package.
 *
 * @throws the last lines of what it printed, if it fails
 */
export async function buildPackage(root: string, path: string): Promise<void> {
  await runProgram('npm', ['run', 'build'], { cwd: join(root, path) });
}

/** Our environment without what npm tells the script that runs us: its folder and its package aren't the program's. */
export function outsideNpm(): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = { ...process.env };
  for (const name of Object.keys(env)) {
    if (/^npm_(lifecycle|package|command|execpath|config_local_prefix)/.test(name)) delete env[name];
  }
  return env;
}

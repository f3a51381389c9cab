import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Bun {
  path: string;
  version: string;
}

/** npm brings a package with one binary for each system; the lab depends on these, optionally. */
const names: Partial<Record<string, string>> = { win32: 'windows', arm64: 'aarch64' };
const named = (word: string) => names[word] ?? word;

let found: Promise<Bun> | undefined;

/**
 * The Bun that the lab's package.json names.
 * @throws one line if npm has brought none that runs here
 */
export function findBun(): Promise<Bun> {
  found ??= look();
  return found;
}

async function look(): Promise<Bun> {
  const require = createRequire(import.meta.url);
  const program = process.platform === 'win32' ? 'bun.exe' : 'bun';
  const name = `@oven/bun-${named(process.platform)}-${named(process.arch)}`;
  try {
    const file = path.join(path.dirname(require.resolve(`${name}/package.json`)), 'bin', program);
    const { stdout } = await promisify(execFile)(file, ['--version']);
    return { path: file, version: stdout.trim() };
  } catch {
    // It isn't installed, or not for this processor or C library.
  }
  throw new Error(`npm has no Bun for ${process.platform} ${process.arch}, or left it out: run npm ci again`);
}

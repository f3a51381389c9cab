import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Bun {
  path: string;
  version: string;
}

/** npm brings a package with one binary for each system; the lab depends on these, optionally. */
const packages: Partial<Record<string, readonly string[]>> = {
  'linux x64': ['bun-linux-x64'],
  'linux arm64': ['bun-linux-aarch64'],
  'darwin x64': ['bun-darwin-x64'],
  'darwin arm64': ['bun-darwin-aarch64'],
  'win32 x64': ['bun-windows-x64'],
};

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
  for (const name of packages[`${process.platform} ${process.arch}`] ?? []) {
    try {
      const file = path.join(path.dirname(require.resolve(`@oven/${name}/package.json`)), 'bin', program);
      const { stdout } = await promisify(execFile)(file, ['--version']);
      return { path: file, version: stdout.trim() };
    } catch {
      // not installed, or not for this processor or C library: the next one
    }
  }
  throw new Error(`npm has no Bun for ${process.platform} ${process.arch}, or left it out: run npm ci again`);
}

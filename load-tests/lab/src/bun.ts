import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Bun {
  path: string;
  version: string;
}

/** npm brings these as packages of one binary each; `baseline` is for processors without AVX2. */
const packages: Partial<Record<string, readonly string[]>> = {
  'linux x64': ['bun-linux-x64', 'bun-linux-x64-baseline', 'bun-linux-x64-musl'],
  'linux arm64': ['bun-linux-aarch64', 'bun-linux-aarch64-musl'],
  'darwin x64': ['bun-darwin-x64', 'bun-darwin-x64-baseline'],
  'darwin arm64': ['bun-darwin-aarch64'],
  'win32 x64': ['bun-windows-x64', 'bun-windows-x64-baseline'],
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
  for (const name of packages[`${process.platform} ${process.arch}`] ?? []) {
    try {
      const folder = path.dirname(require.resolve(`@oven/${name}/package.json`));
      const file = path.join(folder, 'bin', process.platform === 'win32' ? 'bun.exe' : 'bun');
      const { stdout } = await promisify(execFile)(file, ['--version']);
      return { path: file, version: stdout.trim() };
    } catch {
      // not installed, or not for this processor or C library: the next one
    }
  }
  throw new Error(`npm has no Bun for ${process.platform} ${process.arch}, or left it out: run npm ci again`);
}

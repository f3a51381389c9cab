import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Bun {
  path: string;
  version: string;
}

/** npm brings a package with one binary for each system. */
const packages: Partial<Record<string, readonly string[]>> = {
  'linux x64': ['bun-linux-x64', 'bun-linux-x64-musl'],
  'linux arm64': ['bun-linux-aarch64', 'bun-linux-aarch64-musl'],
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
  const own = packages[`${process.platform} ${process.arch}`] ?? [];
  const program = process.platform === 'win32' ? 'bun.exe' : 'bun';
  // Where npm runs install scripts, Bun's has moved the binary to the package `bun`.
  for (const name of [...own.map((name) => `@oven/${name}/bin/${program}`), 'bun/bin/bun.exe']) {
    try {
      const file = fileOf(name);
      const { stdout } = await promisify(execFile)(file, ['--version']);
      return { path: file, version: stdout.trim() };
    } catch {
      // not installed, moved away, or not for this processor or C library: the next one
    }
  }
  throw new Error(`npm has no Bun for ${process.platform} ${process.arch}, or left it out: run npm ci again`);
}

/** @param name the package's, and the path in it */
function fileOf(name: string): string {
  const parts = name.split('/');
  const library = parts.splice(0, name.startsWith('@') ? 2 : 1).join('/');
  const manifest = createRequire(import.meta.url).resolve(`${library}/package.json`);
  return path.join(path.dirname(manifest), ...parts);
}

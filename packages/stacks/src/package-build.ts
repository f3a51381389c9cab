import { join } from 'node:path';
import { quote } from './app.ts';
import { startChild } from './child.ts';
import { root } from './sources.ts';

/**
 * Runs `npm run build` in one of this repository's packages.
 *
 * @param path relative to the repository's root
 * @throws the last lines of what it printed, if it fails
 */
export async function buildPackage(path: string, log: (line: string) => void): Promise<void> {
  const cwd = join(root, path);
  const npm = await startChild('npm', ['run', 'build'], { cwd, log });
  if ((await npm.exited).code !== 0) throw new Error(`npm run build failed in ${cwd}.${quote(npm)}`);
}

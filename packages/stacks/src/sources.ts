import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of this repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[\\/]$/, '');

/** What tools write beside the sources, as .gitignore has it. */
export const written: ReadonlySet<string> = new Set([
  'node_modules',
  'local',
  'dev_bundle',
  'dist',
  '.turbo',
  '.cache',
  '.angular',
  'coverage',
  '.DS_Store',
]);

/** Nothing that is built depends on it. */
const passedOver: ReadonlySet<string> = new Set([...written, 'test', '.git']);

/**
 * A hash of files by their names and contents.
 *
 * @param paths files and folders, relative to the repository's root; what isn't there counts as that
 * @param besides other things that it depends on, such as a tool's version
 * @returns 16 hex digits
 */
export async function hashOf(paths: string[], besides: string[] = []): Promise<string> {
  const hash = createHash('sha256');
  for (const text of besides) hash.update(`${text}\0`);
  for (const path of paths) await addTo(hash, path);
  return hash.digest('hex').slice(0, 16);
}

async function addTo(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const full = join(root, path);
  try {
    hash
      .update(`${path}\0`)
      .update(await readFile(full))
      .update('\0');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    if (code !== 'EISDIR') throw error;
    const names = (await readdir(full)).filter((name) => !passedOver.has(name)).sort();
    for (const name of names) await addTo(hash, `${path}/${name}`);
  }
}

import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { root, written } from '../process/index.ts';
import type { Stack } from './stack.ts';

/** A checkout that a stack is built from: this one, or that of another commit. */
export interface Sources {
  /** Its root. */
  readonly root: string;
  /** Stands behind the name and the title of what is built from it: '', or '@9e6a577'. */
  readonly suffix: string;
  /** A file of it, also before it is brought; undefined if it has none of that name. */
  read(path: string): Promise<string | undefined>;
  /**
   * Brings it, with the npm packages of its apps, unless it is there.
   * @throws one line if that fails
   */
  prepare(log: (line: string) => void): Promise<void>;
}

/** This checkout, after `npm ci`. */
export const here: Sources = {
  root,
  suffix: '',
  read: (path) => readFile(join(root, path), 'utf8').catch(() => undefined),
  prepare: async () => {},
};

/** A file of the folder `stacks` exports one as its default. */
export type MakeStack = (sources: Sources) => Stack;

/** Nothing that is built depends on it. */
const passedOver: ReadonlySet<string> = new Set([...written, 'test']);

/**
 * A hash of files by their names and contents. A symbolic link counts as where it leads: what lies there may be an npm
 * package that isn't installed yet.
 *
 * @param root of the checkout
 * @param paths files and folders, relative to the root; what isn't there counts as that
 * @param besides other things that it depends on, such as a tool's version
 * @returns 16 hex digits
 */
export async function hashOf(
  root: string,
  paths: readonly string[],
  besides: readonly string[] = [],
): Promise<string> {
  const hash = createHash('sha256');
  for (const text of besides) hash.update(`${text}\0`);
  for (const path of paths) await addTo(hash, root, path);
  return hash.digest('hex').slice(0, 16);
}

async function addTo(hash: ReturnType<typeof createHash>, root: string, path: string): Promise<void> {
  const full = join(root, path);
  try {
    const content = (await lstat(full)).isSymbolicLink() ? await readlink(full) : await readFile(full);
    hash.update(`${path}\0`).update(content).update('\0');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    if (code !== 'EISDIR') throw error;
    const names = (await readdir(full)).filter((name) => !passedOver.has(name)).sort();
    for (const name of names) await addTo(hash, root, `${path}/${name}`);
  }
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { OptionError, root, written } from '../process/index.ts';
import type { Stack } from './stack.ts';

/** A checkout that a stack is built from, after `npm ci`: this one, or another one of this repository. */
export interface Sources {
  /** Its root. */
  readonly root: string;
  /** Ends the name and the title of what is built from it: '', or '=before' of a folder `before`. */
  readonly suffix: string;
  /** Of another checkout, for the versions that a run records; with `-dirty` if files of it have changed. */
  readonly commit?: string;
}

/** This checkout. */
export const here: Sources = { root, suffix: '' };

/**
 * Another checkout, which the user has made.
 * @param app the folder of the app that is wanted of it, relative to its root
 * @throws OptionError, one line: what is missing, and how to make it
 */
export function sourcesAt(folder: string, app: string): Sources {
  const root = resolve(folder);
  const name = basename(root);
  if (folder === '' || !/^[\w.-]+$/.test(name)) {
    throw new OptionError(
      `"${folder}" can't name a stack: its folder's name needs letters, digits, ., _ and - only`,
    );
  }
  const commit = commitOf(root);
  if (commit === undefined) {
    const make = `git worktree add ${folder} <commit> && (cd ${folder} && npm ci)`;
    throw new OptionError(`${folder} is no checkout. To make one: ${make}`);
  }
  if (!existsSync(join(root, app)))
    throw new OptionError(`${folder} has no ${app}: take another commit there`);
  if (!existsSync(join(root, 'node_modules'))) {
    throw new OptionError(`${folder} has no npm packages: (cd ${folder} && npm ci)`);
  }
  return { root, suffix: `=${name}`, commit };
}

function commitOf(root: string): string | undefined {
  const args = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}

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

import { readFileSync } from 'node:fs';
import { access, constants, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** The root of this repository. */
export const root = resolve(import.meta.dirname, '../../../..');

/** Where a user's programs keep what they can fetch again. XDG_CACHE_HOME says where, on every system. */
export function userCacheDir(): string {
  const usual = process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache'];
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ...usual), 'meteor-vs-mean');
}

/** What git and other tools write beside the sources, as .gitignore has it. */
export const written: ReadonlySet<string> = new Set([
  '.git',
  '.data',
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

/** @returns the files of a folder and of those in it without what tools wrote, sorted, relative to it */
export async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (written.has(name) || /\.(log|tsbuildinfo)$/.test(name)) continue;
    if (entry.isDirectory()) {
      for (const file of await filesIn(join(folder, name))) files.push(`${name}/${file}`);
    } else if (entry.isFile()) {
      files.push(name);
    }
  }
  return files.sort();
}

/** Whether there is a file or a folder, with these rights where some are asked for. */
export async function exists(path: string, rights: number = constants.F_OK): Promise<boolean> {
  return access(path, rights).then(
    () => true,
    () => false,
  );
}

export function isExecutable(path: string): Promise<boolean> {
  return exists(path, constants.X_OK);
}

/**
 * @param names of the program: the first one that is found counts
 * @param more folders that are looked into after those of PATH
 * @returns its path; undefined if it is in none of them
 */
export async function findProgram(
  names: readonly string[],
  more: readonly string[] = [],
): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const name of names) {
    for (const folder of [...folders, ...more]) {
      const path = join(folder, name);
      if (await isExecutable(path)) return path;
    }
  }
  return undefined;
}

/** A file that may not be there, such as one of /proc. @returns undefined if it can't be read */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

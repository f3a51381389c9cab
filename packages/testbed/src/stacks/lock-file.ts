import { readFile } from 'node:fs/promises';

/** What npm writes of a package at a place. */
interface LockedPackage {
  /** Where it isn't that of the folder. */
  name?: string;
  version?: string;
  /** A workspace: its entry is at `resolved`. */
  link?: boolean;
  resolved?: string;
  optional?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** What of npm's lock file is read here: packages by their folders, from the root. */
export interface LockFile {
  packages: Record<string, LockedPackage>;
}

/** @returns one without packages if it isn't there */
export async function readLockFile(path: string): Promise<LockFile> {
  return JSON.parse(await readFile(path, 'utf8').catch(() => '{"packages":{}}'));
}

/** The workspaces in some folders. */
export function workspacesIn({ packages }: LockFile, folders: readonly string[]): string[] {
  return Object.keys(packages).filter(
    (path) =>
      !path.includes('node_modules') &&
      folders.some((folder) => path === folder || path.startsWith(`${folder}/`)),
  );
}

/** Whether what some packages need, themselves and by what they need, is there in the wanted version. */
export function coversNeeds(there: LockFile, wanted: LockFile, packages: readonly string[]): boolean {
  return [...neededBy(wanted, packages)].every((path) => {
    const { link, version, optional } = wanted.packages[path] as LockedPackage;
    const found = there.packages[path];
    // One that is optional may be for another system.
    return link || !path.includes('node_modules/') || (found ? found.version === version : optional === true);
  });
}

/** The folders of some packages, and of all that they need. */
function neededBy({ packages }: LockFile, roots: readonly string[]): Set<string> {
  const needed = new Set<string>();
  const waiting = [...roots];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = packages[path];
    if (!entry || needed.has(path)) continue;
    needed.add(path);
    if (entry.link) waiting.push(entry.resolved as string);
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = entry;
    const all = [dependencies, devDependencies, optionalDependencies, peerDependencies];
    for (const name of all.flatMap((names) => Object.keys(names ?? {}))) {
      const place = placeOf(packages, path, name);
      if (place !== undefined) waiting.push(place);
    }
  }
  return needed;
}

/** Where Node finds a package, from a package's folder upwards; undefined if it isn't in the lock file. */
function placeOf(packages: LockFile['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
  }
}

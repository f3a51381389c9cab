import { execFileSync } from 'node:child_process';
import { mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  exists,
  linkPackages,
  lock,
  makingFolder,
  OptionError,
  root,
  userCacheDir,
} from '../process/index.ts';
import { coversNeeds, type LockFile, readLockFile, workspacesIn } from './lock-file.ts';
import { outsideNpm, runProgram } from './program.ts';
import type { Sources } from './sources.ts';

/** A commit of this repository. */
export interface Commit {
  sha: string;
  /** Its first eight digits, or more where those name several: '9e6a5772'. The figures of a run are named by it. */
  short: string;
}

/** Holds checkouts of commits, by their full names. */
const cache = (): string => join(userCacheDir(), 'commits');

/** The packages of ours that the apps are built with. */
const shared = ['packages/contract', 'packages/style'];

/**
 * @param name as git takes it: '9e6a577', 'HEAD~3', 'main'
 * @throws OptionError if this repository has no such commit
 */
export function commitNamed(name: string): Commit {
  const isName = /^[\w.][\w./~^-]*$/.test(name);
  const found = isName
    ? git('log', '-1', '--abbrev=8', '--format=%H %h', `${name}^{commit}`, '--')
    : undefined;
  const [sha, short] = found?.trim().split(' ') ?? [];
  if (sha && short) return { sha, short };
  throw new OptionError(`there is no commit "${name}" in ${root}: git fetch it, or name another one`);
}

/** A file, or the names in a folder, as it was at a commit; undefined if it wasn't there. */
export function readAt({ sha }: Commit, path: string): string | undefined {
  return git('show', `${sha}:${path}`);
}

/**
 * The checkout of a commit, which is brought into the cache folder once, and stays there.
 * @param folders of the apps, relative to the root: their npm packages are brought, too
 * @param from the checkout whose npm packages serve, if they are the same
 */
export function sourcesAt(commit: Commit, folders: readonly string[], from = root): Sources {
  const folder = join(cache(), commit.sha);
  return {
    root: folder,
    suffix: `@${commit.short}`,
    read: async (path) => readAt(commit, path),
    async prepare(log) {
      await using _lock = await lock(`${folder}.lock`, (pid) =>
        log(`Waiting for process ${pid}, which brings commit ${commit.short}`),
      );
      if (!(await exists(folder))) await bring(commit, folder, log);
      await bringPackages(commit, folder, { folders, from, log });
    },
  };
}

function git(...args: string[]): string | undefined {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 * 2 ** 20 } as const;
    return execFileSync('git', args, options);
  } catch {
    return undefined;
  }
}

/** All but the recorded results, which are most of it and which no app needs. */
async function bring({ sha, short }: Commit, folder: string, log: (line: string) => void): Promise<void> {
  log(`Bringing the sources of commit ${short}`);
  await using making = await makingFolder(cache(), sha);
  const archive = join(making.path, 'sources.tar');
  const paths = ['--', '.', ':(exclude)load-tests/results'];
  await runProgram('git', ['archive', '--format=tar', `--output=${archive}`, sha, ...paths], { cwd: root });
  await runProgram('tar', ['-xf', archive], { cwd: making.path });
  await rm(archive);
  await rename(making.path, folder);
}

/**
 * What its apps need by the commit's lock file: links to the packages of this checkout while they are the same, which
 * takes no time; or `npm ci`.
 */
async function bringPackages(
  { short }: Commit,
  folder: string,
  { folders, from, log }: { folders: readonly string[]; from: string; log: (line: string) => void },
): Promise<void> {
  const modules = join(folder, 'node_modules');
  // What `npm ci` writes last.
  if (await exists(join(modules, '.package-lock.json'))) return;
  const wanted = await readLockFile(join(folder, 'package-lock.json'));
  const workspaces = workspacesIn(wanted, [...folders, ...shared]);
  const installed = await readLockFile(join(from, 'node_modules/.package-lock.json'));
  const areHere = coversNeeds(installed, wanted, ['', ...workspaces]);
  // Another checkout may have linked its own, and be gone since.
  const linked = await readlink(join(modules, '.bin')).catch(() => undefined);
  if (areHere && linked === join(from, 'node_modules/.bin')) return;
  if (areHere) {
    for (const path of ['', ...workspaces]) {
      const own = join(folder, path, 'node_modules');
      await rm(own, { recursive: true, force: true });
      await linkPackages(join(from, path, 'node_modules'), own);
    }
    await linkWorkspaces(folder, wanted);
    return;
  }
  await rm(modules, { recursive: true, force: true });
  log(`Installing npm packages of commit ${short} (a minute or two, once)`);
  const chosen = workspaces.flatMap((path) => ['--workspace', path]);
  const args = ['ci', ...chosen, '--include-workspace-root', '--prefer-offline', '--no-audit', '--no-fund'];
  await runProgram('npm', args, { cwd: folder, env: outsideNpm() }).catch(async (error: Error) => {
    await rm(modules, { recursive: true, force: true });
    const code = /npm (?:error|ERR!) .*?\b(E[A-Z_]{4,}|E\d{3})\b/.exec(error.message)?.[1];
    if (code === undefined) throw error;
    throw new Error(
      `Commit ${short} has npm packages of its own, and npm ci failed with ${code}: npm's registry must be reachable once.`,
    );
  });
}

/** Where they were at that commit. */
async function linkWorkspaces(folder: string, { packages }: LockFile): Promise<void> {
  for (const [path, { link, resolved }] of Object.entries(packages)) {
    if (!link || resolved === undefined) continue;
    const place = join(folder, path);
    await mkdir(dirname(place), { recursive: true });
    await rm(place, { force: true });
    await symlink(join(folder, resolved), place, 'dir');
  }
}

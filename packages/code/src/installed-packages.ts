import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exists } from '@meteor-vs-mean/process';
import { type Build, readLockFile } from '@meteor-vs-mean/stacks';
import { countOf, type InstalledPackage, packagesUnder } from './locked-packages.ts';
import type { Installed, MeteorPackage } from './result.ts';

/** Of the repository's packages, those that are part of the apps. */
const ours = ['@meteor-vs-mean/contract', '@meteor-vs-mean/style'];

export async function installedOfMean(root: string): Promise<Installed> {
  const lock = await readLockFile(join(root, 'package-lock.json'));
  const count = async (places: string[], dev: boolean) =>
    countOf(await installed(root, packagesUnder(lock, places, { dev, ours })));
  const [server, client] = ['apps/mean/server', 'apps/mean/client'];
  return {
    app: await count([server, client], false),
    server: await count([server], false),
    all: await count([server, client], true),
  };
}

/** npm packages of the bundle, of the app, and of Meteor's own tool, which does what Angular's does for MEAN. */
export async function installedOfMeteor(root: string, build: Build): Promise<Installed> {
  const app = join(root, 'apps/meteor');
  const lock = await readLockFile(join(app, 'package-lock.json'));
  const all = await installed(app, packagesUnder(lock, [''], { dev: true }));
  const server = await packagesIn(join(build.dir, 'programs/server'));
  const tool = await packagesIn(join(dirname(build.node), '../lib'));
  return {
    app: countOf(await installed(app, packagesUnder(lock, [''], { dev: false }))),
    server: countOf(server),
    all: countOf([...server, ...tool, ...all]),
  };
}

/** Meteor's packages that the app names, and those that its server or its page has. */
export async function meteorPackages(
  root: string,
  build: Build,
): Promise<{ named: MeteorPackage[]; installed: MeteorPackage[] }> {
  const list = await readFile(join(root, 'apps/meteor/.meteor/packages'), 'utf8');
  const named = list
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split('@')[0] as string);
  const files = await Promise.all([
    programFiles(join(build.dir, 'programs/server/program.json'), 'load'),
    programFiles(join(build.dir, 'programs/web.browser/program.json'), 'manifest'),
  ]);
  const names = files.flat().flatMap((path) => /^packages\/([^/]+)\.js$/.exec(path)?.[1] ?? []);
  const tool = join(dirname(build.node), '../../packages');
  const withVersion = async (name: string): Promise<MeteorPackage> => ({
    name,
    version: await versionIn(join(tool, name, 'package.js')),
  });
  // A package of another author has a colon in its name, which a file's name can't have everywhere.
  const unique = [...new Set([...names.map((name) => name.replace('_', ':')), ...named])].sort();
  return {
    named: await Promise.all(named.toSorted().map(withVersion)),
    installed: await Promise.all(unique.map(withVersion)),
  };
}

async function programFiles(file: string, list: 'load' | 'manifest'): Promise<string[]> {
  const program = JSON.parse(await readFile(file, 'utf8')) as Record<string, { path: string }[]>;
  return (program[list] ?? []).map(({ path }) => path);
}

async function versionIn(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return /\bversion: *['"`]([^'"`]+)/.exec(text)?.[1] ?? null;
}

/** Of what a lock file lists, what is there: other systems' binaries are not. */
async function installed(folder: string, listed: InstalledPackage[]): Promise<InstalledPackage[]> {
  const isThere = await Promise.all(listed.map(({ place }) => exists(join(folder, place, 'package.json'))));
  return listed.filter((_, n) => isThere[n]);
}

/** All packages under a folder, wherever their node_modules are. */
async function packagesIn(folder: string): Promise<{ name: string; version: string }[]> {
  const found: { name: string; version: string }[] = [];
  for await (const file of glob('**/node_modules/{*,@*/*}/package.json', { cwd: folder })) {
    const { name, version } = JSON.parse(await readFile(join(folder, file), 'utf8'));
    if (name !== undefined && version !== undefined) found.push({ name, version });
  }
  return found;
}

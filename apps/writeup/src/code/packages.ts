import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';
import type { AppName } from '../kinds/stacks.ts';
import { linesOf } from './count.ts';

/** A package that an app names itself. */
export interface NamedPackage {
  name: string;
  version: string;
  /** `run`: the server or the page has it. `build`: only developers have it. */
  to: 'run' | 'build';
}

/** Both apps need what the contract and the guards need, but Meteor's package.json names it, too. */
const folders: Record<AppName, readonly string[]> = {
  meteor: ['apps/meteor'],
  mean: ['apps/mean/server', 'apps/mean/client', 'packages/contract', 'packages/guards'],
};

/** The packages that an app names, by name, without those of this repository. */
export async function packagesOf(app: AppName): Promise<NamedPackage[]> {
  const byName = new Map<string, NamedPackage>();
  const add = (packages: Record<string, string> = {}, to: NamedPackage['to']) => {
    for (const [name, version] of Object.entries(packages)) {
      const isOurs = name.startsWith('@meteor-vs-mean/');
      if (!isOurs && byName.get(name)?.to !== 'run') byName.set(name, { name, version, to });
    }
  };
  for (const folder of folders[app]) {
    const { dependencies, devDependencies } = JSON.parse(await textOf(`${folder}/package.json`));
    add(dependencies, 'run');
    add(devDependencies, 'build');
  }
  // Meteor itself isn't in a package.json.
  const release = app === 'meteor' ? /\d[\d.]*/.exec(await textOf('apps/meteor/.meteor/release')) : null;
  if (release) add({ meteor: release[0] }, 'run');
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** How many of Meteor's own packages its app names. */
export async function ownPackagesOfMeteor(): Promise<number> {
  const list = 'apps/meteor/.meteor/packages';
  return linesOf(await textOf(list), list);
}

function textOf(file: string): Promise<string> {
  return readFile(path.join(root, file), 'utf8');
}

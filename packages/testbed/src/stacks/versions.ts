import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Sources } from './sources.ts';

/** Of our Node, and of npm packages as they are installed for a package. @param folder of the package */
export function installedVersions(folder: string, names: readonly string[]): Record<string, string> {
  const require = createRequire(join(folder, 'package.json'));
  const installed = (name: string) => [name, require(`${name}/package.json`).version as string];
  return { node: process.versions.node, ...Object.fromEntries(names.map(installed)) };
}

/** The same before they are installed: as the lock file has them. @param path of the package, from the root */
export async function lockedVersions(
  sources: Sources,
  path: string,
  names: readonly string[],
): Promise<Record<string, string>> {
  const { packages } = JSON.parse((await sources.read('package-lock.json')) ?? '{"packages":{}}');
  const locked = (name: string) => {
    const entry = packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
    return [name, String(entry?.version)];
  };
  return { node: process.versions.node, ...Object.fromEntries(names.map(locked)) };
}

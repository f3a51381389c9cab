import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Sources } from './sources.ts';

/** Of our Node, of npm packages as they are installed for a package, and of another checkout the commit. */
export function installedVersions(
  { root, commit }: Sources,
  path: string,
  names: readonly string[],
): Record<string, string> {
  const require = createRequire(join(root, path, 'package.json'));
  const installed = (name: string) => [name, require(`${name}/package.json`).version as string];
  return {
    node: process.versions.node,
    ...Object.fromEntries(names.map(installed)),
    ...(commit ? { commit } : {}),
  };
}

import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/**
 * The installed version of a library, as a file would get it. A library may hide its package.json: this finds it.
 * @param from `import.meta.url` of the file
 * @throws if it isn't installed
 */
export function versionOf(library: string, from: string): string {
  const file = findPackageJSON(library, from);
  if (file === undefined) throw new Error(`${library} isn't installed: run npm ci`);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/** Of several. */
export function versionsOf(libraries: readonly string[], from: string): Record<string, string> {
  return Object.fromEntries(libraries.map((library) => [library, versionOf(library, from)]));
}

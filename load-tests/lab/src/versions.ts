import { readFileSync } from 'node:fs';

/**
 * The installed version of a library, as a file would get it. Read from its package.json, which a library may hide from
 * imports; on Node and on Bun alike.
 * @param from `import.meta.url` of the file
 * @throws if it isn't installed
 */
export function versionOf(library: string, from: string): string {
  for (let folder = new URL('.', from); ; folder = new URL('..', folder)) {
    try {
      return JSON.parse(readFileSync(new URL(`node_modules/${library}/package.json`, folder), 'utf8'))
        .version;
    } catch {
      if (folder.href === new URL('..', folder).href) {
        throw new Error(`${library} isn't installed: run npm ci`);
      }
    }
  }
}

/** Of several. */
export function versionsOf(libraries: readonly string[], from: string): Record<string, string> {
  return Object.fromEntries(libraries.map((library) => [library, versionOf(library, from)]));
}

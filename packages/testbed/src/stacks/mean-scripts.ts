import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scripts } from './page-weight.ts';

/** The page that scripts fill, by the name that Angular gives it with and without rendering on the server. */
const emptyPages = ['index.csr.html', 'index.html'];

/**
 * The JavaScript of a client that Angular built: what its page names as scripts or preloads, and what those import
 * statically, comes first; every other file is a chunk that some page loads.
 *
 * @param folder where that page is
 */
export async function meanScripts(folder: string): Promise<Scripts> {
  const all = (await readdir(folder)).filter((name) => name.endsWith('.js')).sort();
  const first = new Set<string>();
  async function add(name: string | undefined): Promise<void> {
    if (name === undefined || first.has(name) || !all.includes(name)) return;
    first.add(name);
    for (const imported of importedBy(await readFile(join(folder, name), 'utf8'))) await add(imported);
  }
  const page = (await readdir(folder)).find((name) => emptyPages.includes(name));
  if (page === undefined) throw new Error(`The Angular client in ${folder} has no page: build it again.`);
  for (const name of namedBy(await readFile(join(folder, page), 'utf8'))) await add(name);
  const paths = (names: string[]) => names.map((name) => join(folder, name));
  return { first: paths([...first]), later: paths(all.filter((name) => !first.has(name))) };
}

function namedBy(page: string): (string | undefined)[] {
  const tags = page.match(/<script\b[^>]*>|<link\b[^>]*\brel="?modulepreload\b[^>]*>/g) ?? [];
  return tags.map((tag) => /\b(?:src|href)="?\/?([^"\s>]+)/.exec(tag)?.[1]);
}

/** Of minified modules, whose chunks lie in one folder. `import("./x.js")` waits until it is called: it isn't one. */
function importedBy(module: string): string[] {
  const statements = module.matchAll(/\b(?:import|export)(?:[\w\s{},*$]*?\bfrom)?\s*["']\.\/([^"']+)["']/g);
  return [...statements].map(([, name]) => name as string);
}

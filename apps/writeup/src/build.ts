import path from 'node:path';
import { build } from 'vitepress';
import { notRecorded } from './library.ts';
import { reference, site, writeup } from './places.ts';
import { awaited, references } from './references.ts';

/**
 * Builds the static site.
 * @returns its folder, and what pages say "not recorded yet" of
 * @throws one line where a recorded result or a figure is missing, or a link leads nowhere
 */
export async function buildSite(out = site): Promise<{ folder: string; missing: readonly string[] }> {
  const folder = path.resolve(out);
  await build(writeup, { outDir: folder });
  return { folder, missing: notRecorded(reference, references, awaited) };
}

import path from 'node:path';
import { lock } from '@meteor-vs-mean/stacks';
import { build } from 'vitepress';
import { notRecorded } from './library.ts';
import { reference, site, writeup } from './places.ts';
import { awaited, references } from './references.ts';

/**
 * Builds the static site. One build at a time: VitePress has one folder for what lies between its two passes.
 * @returns its folder, and what pages say "not recorded yet" of
 * @throws one line where a recorded result or a figure is missing, or a link leads nowhere
 */
export async function buildSite(out = site): Promise<{ folder: string; missing: readonly string[] }> {
  const folder = path.resolve(out);
  const release = await lock(path.join(writeup, '.cache/build.lock'), (pid) =>
    process.stderr.write(`Waiting for process ${pid}, which builds the write-up\n`),
  );
  try {
    await build(writeup, { outDir: folder });
  } finally {
    await release();
  }
  return { folder, missing: notRecorded(reference, references, awaited) };
}

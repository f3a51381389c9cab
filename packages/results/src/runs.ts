import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type ResultsFolder, readCompare, readManifest } from './folder.ts';
import type { CompareManifest } from './manifest.ts';

/**
 * The runs of compare in a folder, the oldest first. What can't be believed is passed over.
 * @param say told of each of them
 */
export async function runsIn(folder: string, say?: (line: string) => void): Promise<ResultsFolder[]> {
  const runs: ResultsFolder[] = [];
  for await (const run of newestFirst(folder, { say })) runs.unshift(run);
  return runs;
}

/**
 * The runs of compare in a folder, the newest first. Each is read, and recounted, when it is asked for. What can't be
 * believed is passed over.
 * @param of what a run's manifest has to be; other runs aren't read
 * @param say told of each of them
 */
export async function* newestFirst(
  folder: string,
  {
    of = () => true,
    say,
  }: { of?: (manifest: CompareManifest) => boolean; say?: ((line: string) => void) | undefined } = {},
): AsyncGenerator<ResultsFolder, void> {
  for (const { place } of (await manifestsIn(folder, of)).reverse()) {
    const run = await readCompare(place).catch((error: Error) => {
      say?.(`Passed over: ${error.message}`);
    });
    if (run) yield run;
  }
}

/** The oldest first. A folder without a manifest that can be read isn't one of a run. */
async function manifestsIn(
  folder: string,
  of: (manifest: CompareManifest) => boolean,
): Promise<{ place: string; started: string }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const places = entries
    .filter((one) => one.isDirectory() && !one.name.startsWith('.'))
    .map(({ name }) => path.join(folder, name));
  const found = await Promise.all(
    places.map(async (place) => {
      const manifest = await readManifest(place).catch(() => null);
      return manifest?.kind === 'compare' && of(manifest) ? [{ place, started: manifest.started }] : [];
    }),
  );
  return found.flat().sort((a, b) => a.started.localeCompare(b.started));
}

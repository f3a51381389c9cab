import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type CompareFolder, readCompare, readManifest } from './folder.ts';
import { type CompareManifest, isCompare } from './manifest.ts';

/** Told of each run that is passed over, since its files don't agree. */
type Say = ((line: string) => void) | undefined;

/**
 * The names of the results folders in a folder, of all kinds, sorted. The drawings of a run that git has removed since
 * stay behind, and make none.
 */
export async function resultsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((one) => one.isDirectory() && !one.name.startsWith('.'))
    .map(({ name }) => name)
    .filter((name) => existsSync(path.join(folder, name, 'manifest.json')));
  return names.sort();
}

/** The runs of compare in a folder, oldest first. What is no results folder, or one of another kind, isn't among them. */
export async function runsIn(folder: string, say?: Say): Promise<CompareFolder[]> {
  const runs: CompareFolder[] = [];
  for await (const run of believable(await placesIn(folder), say)) runs.push(run);
  return runs;
}

/**
 * Some runs of compare in a folder, newest first. Each is read when its turn comes.
 * @param of whether a run is wanted, by its manifest: the others aren't read
 */
export async function* newestFirst(
  folder: string,
  { of, say }: { of: (manifest: CompareManifest) => boolean; say: Say },
): AsyncGenerator<CompareFolder, void> {
  yield* believable((await placesIn(folder, of)).reverse(), say);
}

async function* believable(places: readonly string[], say: Say): AsyncGenerator<CompareFolder, void> {
  for (const place of places) {
    const run = await readCompare(place).catch((error: Error) => {
      say?.(`Passed over: ${error.message}`);
    });
    if (run) yield run;
  }
}

/** The folders of runs of compare, oldest first. */
async function placesIn(
  folder: string,
  of: (manifest: CompareManifest) => boolean = () => true,
): Promise<string[]> {
  const places = (await resultsIn(folder)).map((name) => path.join(folder, name));
  const found = await Promise.all(
    places.map(async (place) => {
      const manifest = await readManifest(place).catch(() => null);
      if (!manifest || !isCompare(manifest) || !isWanted(manifest, of)) return [];
      return [{ place, started: String(manifest.started) }];
    }),
  );
  const byTime = found.flat().sort((a, b) => a.started.localeCompare(b.started));
  return byTime.map(({ place }) => place);
}

/** A manifest without the fields is wanted: the code that reads its run then says what is wrong with it. */
function isWanted(manifest: CompareManifest, of: (manifest: CompareManifest) => boolean): boolean {
  try {
    return of(manifest);
  } catch {
    return true;
  }
}

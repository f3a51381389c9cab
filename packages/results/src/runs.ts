import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type ResultsFolder, readCompare, readManifest } from './folder.ts';

/**
 * The runs of compare in a folder, oldest first. What is no results folder, or one of another kind, isn't among them.
 * @param say told of each that is one, but can't be believed: its files don't agree
 */
export async function runsIn(
  folder: string,
  say: (line: string) => void = () => {},
): Promise<ResultsFolder[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const places = entries
    .filter((one) => one.isDirectory() && !one.name.startsWith('.'))
    .map(({ name }) => path.join(folder, name));
  const runs = await Promise.all(
    places.map(async (place): Promise<ResultsFolder[]> => {
      const manifest = await readManifest(place).catch(() => null);
      if (manifest?.kind !== 'compare') return [];
      return readCompare(place).then(
        (run) => [run],
        (error: Error) => {
          say(`Passed over: ${error.message}`);
          return [];
        },
      );
    }),
  );
  return runs.flat().toSorted((a, b) => a.manifest.started.localeCompare(b.manifest.started));
}

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isToyRun, type Manifest, readResults, type Summary } from '@meteor-vs-mean/report';

/** A results folder that is whole. */
export interface PastRun {
  folder: string;
  manifest: Manifest;
  summary: Summary;
}

/** What can't be read is no run: another format, a folder of something else. A toy isn't one either: it measured nothing. */
export async function runsIn(folder: string): Promise<PastRun[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((one) => one.isDirectory() && !one.name.startsWith('.'));
  const runs = await Promise.all(
    names.map(async ({ name }): Promise<PastRun[]> => {
      const place = path.join(folder, name);
      return readResults(place).then(
        ({ manifest, summary }) => (isToyRun(manifest) ? [] : [{ folder: place, manifest, summary }]),
        () => [],
      );
    }),
  );
  return runs.flat();
}

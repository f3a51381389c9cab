import path from 'node:path';
import { readManifest, reference, resultsIn, summariseAnew } from '@meteor-vs-mean/results';

/** Counts the summaries of all recorded runs of compare anew, and says of each whether it changed. */
export async function summariseAll(say: (line: string) => void): Promise<void> {
  for (const name of await resultsIn(reference)) {
    const folder = path.join(reference, name);
    const { kind } = await readManifest(folder);
    if (kind !== 'compare') continue;
    say(`${name}: ${(await summariseAnew(folder)) ? 'its summary is written anew' : 'as it was'}`);
  }
}

import { glob } from 'node:fs/promises';
import path from 'node:path';
import { type Recorded, readResults } from '@meteor-vs-mean/report';

/**
 * The newest committed run in which a stack really ran; it is named, as what it is, where the stack can't run.
 * @param reference the folder of reference results
 * @returns null if there is none
 */
export async function newestRecorded(
  reference: string,
  root: string,
  stack: string,
): Promise<Recorded | null> {
  let newest: Recorded | null = null;
  // Other benches have their references there, too: those have no manifest.
  for await (const manifestPath of glob('*/manifest.json', { cwd: reference })) {
    const folder = path.join(reference, path.dirname(manifestPath));
    // One that can't be read, of another format for instance, is none.
    const found = await readResults(folder).catch(() => null);
    if (!found) continue;
    const { manifest, summary } = found;
    const facts = manifest.stacks[stack];
    const fanOut = summary.contestants.find((one) => one.stack === stack && one.latency);
    if (!facts?.ran || !fanOut?.latency || (newest && newest.date >= manifest.started)) continue;
    newest = {
      folder: path.relative(root, folder),
      version: `${facts.title} ${facts.version}`,
      date: manifest.started,
      p50_ms: fanOut.latency.p50_ms,
      p99_ms: fanOut.latency.p99_ms,
    };
  }
  return newest;
}

import path from 'node:path';
import type { Recorded } from '@meteor-vs-mean/report';
import { runsIn } from './past-runs.ts';

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
  const recorded = (await runsIn(reference)).flatMap(({ folder, manifest, summary }): Recorded[] => {
    const facts = manifest.stacks[stack];
    const latency = summary.contestants.find((one) => one.stack === stack && one.latency)?.latency;
    if (!facts?.ran || !latency) return [];
    return [
      {
        folder: path.relative(root, folder),
        version: `${facts.title} ${facts.version}`,
        date: manifest.started,
        p50_ms: latency.p50_ms,
        p99_ms: latency.p99_ms,
      },
    ];
  });
  return recorded.toSorted((a, b) => a.date.localeCompare(b.date)).at(-1) ?? null;
}

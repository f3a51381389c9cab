import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Manifest, Summary } from '@meteor-vs-mean/report';
import { benchVersions, gitFacts } from './machine.ts';
import type { Options } from './options.ts';
import { results, root } from './places.ts';
import { assertFree } from './results-folder.ts';

/** A run that has begun: what names it, where its results will stand, and which code measures. */
export interface Begun {
  id: string;
  started: Date;
  place: string;
  git: Manifest['git'];
}

/** What manifest and summary both say of a run. */
type Frame = Omit<Pick<Manifest, keyof Manifest & keyof Summary>, 'format' | 'bench'>;

/** @throws if there is something at the place of the results already */
export async function begin({ out }: Options): Promise<Begun> {
  const started = new Date();
  const id = runId(started);
  const place = path.resolve(out ?? path.join(results, id));
  await assertFree(place);
  // Now: this is the code that measures, and what the run itself writes is no change of it.
  return { id, started, place, git: await gitFacts(root) };
}

/**
 * @param command what was typed
 * @param ended why
 */
export function manifestOf(
  { started, git }: Begun,
  frame: Frame,
  { command, options, ended }: { command: string; options: Options; ended: Manifest['ended'] },
): Manifest {
  return {
    ...frame,
    format: 2,
    started: started.toISOString(),
    finished: new Date().toISOString(),
    command,
    options: { ...options },
    ended,
    git,
    bench: benchVersions(),
  };
}

/** Sorts by time, and two runs that start in the same second differ. */
function runId(started: Date): string {
  const time = started.toISOString().slice(0, 19).replaceAll(':', '').toLowerCase();
  return `${time}-${randomBytes(3).toString('hex')}`;
}

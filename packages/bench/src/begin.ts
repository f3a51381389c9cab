import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Manifest } from '@meteor-vs-mean/report';
import { gitFacts } from './machine.ts';
import { results, root } from './places.ts';
import { assertFree } from './results-folder.ts';

/** A run that has begun: what names it, where its results will stand, and which code measures. */
export interface Begun {
  id: string;
  started: Date;
  place: string;
  git: Manifest['git'];
}

/**
 * @param of the run: where its results are to stand (default: a new folder under load-tests/results), and a name that
 *   ends its id; a toy's ends with "toy"
 * @throws if there is something at the place of the results already
 */
export async function begin(of: { out: string | undefined; name?: string; toy: boolean }): Promise<Begun> {
  const started = new Date();
  const id = [runId(started), of.name ?? [], of.toy ? 'toy' : []].flat().join('-');
  const place = path.resolve(of.out ?? path.join(results, id));
  await assertFree(place);
  // Now: this is the code that measures, and what the run itself writes is no change of it.
  return { id, started, place, git: await gitFacts(root) };
}

/** Sorts by time, and two runs that start in the same second differ. */
function runId(started: Date): string {
  const time = started.toISOString().slice(0, 19).replaceAll(':', '').toLowerCase();
  return `${time}-${randomBytes(3).toString('hex')}`;
}

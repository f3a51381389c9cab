import path from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';
import { assertFree, type RecordManifest, results } from '../results/index.ts';
import { envelopeOf, runId } from './begin.ts';
import { computerFacts, gitFacts } from './machine.ts';

/** A record without rounds that has begun, such as that of the conformance suite. */
export interface BegunRecord {
  /** Where it goes. */
  place: string;
  /** @returns the manifest of what was recorded until now @param versions of what was recorded */
  manifest(versions: Record<string, string>): RecordManifest;
}

/**
 * Begins a record without rounds.
 * @param out where it goes; undefined: a new folder under load-tests/results
 * @throws one line if a file is already there, or it can't be written
 */
export async function beginRecord({
  kind,
  size,
  command,
  out,
}: Pick<RecordManifest, 'kind' | 'size' | 'command'> & {
  out: string | undefined;
}): Promise<BegunRecord> {
  const started = new Date();
  const id = runId(started, kind, size);
  const place = path.resolve(out ?? path.join(results, id));
  await assertFree(place);
  const begun = { id, started, git: await gitFacts(root) };
  const order = { kind, experiment: kind, size, command, options: {} };
  return {
    place,
    manifest: (versions) => ({
      ...envelopeOf(begun, order, 'complete'),
      kind,
      versions,
      machine: computerFacts(),
    }),
  };
}

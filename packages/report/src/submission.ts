import {
  isCounted,
  isGrid,
  type Manifest,
  type RunManifest,
  readCompare,
  readGrid,
  readManifest,
} from '@meteor-vs-mean/measure/results';
import { count, list } from './numbers.ts';

/** A results folder that somebody wants to set beside others'. */
export interface Submission {
  /** What it is of, in a line: who could tell two machines apart by it. */
  what: string;
  /** What keeps it from standing beside others; empty if it is whole. */
  objections: string[];
}

/**
 * Whether a results folder can stand beside others: it is complete, counts as it says, and names what was measured.
 * @throws one line if it can't be read, or its files don't agree with each other
 */
export async function checkSubmission(folder: string): Promise<Submission> {
  const manifest: Manifest = await readManifest(folder);
  if (!('seed' in manifest)) {
    return {
      what: `${manifest.kind}, recorded without rounds`,
      objections: ['it has no rounds: submit a run of npm run compare, or of the lab'],
    };
  }
  const { summary, rounds } = isGrid(manifest) ? await readGrid(folder) : await readCompare(folder);
  const valid = rounds.filter(isCounted).length;
  const { cpu, cores, os } = manifest.machine;
  return {
    what: `${manifest.id}: ${manifest.experiment}, ${count(rounds.length, 'round')}, ${valid} of them count; ${count(cores, 'core')} of ${cpu}, ${os}`,
    objections: [
      ...objectionsTo(manifest),
      ...(summary.enough ? [] : ['fewer of its rounds count than were planned']),
    ],
  };
}

function objectionsTo(manifest: RunManifest): string[] {
  const { size, ended, git } = manifest;
  const found: string[] = [];
  if (size === 'toy') found.push('it is a toy run (--toy), and its figures say nothing');
  if (ended === 'interrupted') found.push('it was interrupted');
  else if (ended !== 'complete') found.push(`it failed: ${ended.failed}`);
  if (git === null) found.push('it was not run in a git checkout, so nobody knows which code it measured');
  else if (git.modified)
    found.push('it was run with uncommitted changes, so nobody can run it again: commit them first');
  if (manifest.kind === 'compare') {
    const missing = Object.values(manifest.stacks).flatMap((one) => (one.ran ? [] : [one.title]));
    if (missing.length > 0) found.push(`${list(missing)} did not run`);
  }
  return found;
}

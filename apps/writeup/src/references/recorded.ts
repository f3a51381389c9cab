import path from 'node:path';
import {
  isCompare,
  type Manifest,
  newestNamed,
  readManifest,
  reference as referenceFolder,
} from '@meteor-vs-mean/measure/results';
import type { Reference } from './references.ts';

/** The newest run of a reference. */
export interface RecordedReference {
  /** Under load-tests/results/reference; of a missing one, its name without a day. */
  folder: string;
  /** Null if there is none. */
  manifest: Manifest | null;
}

/**
 * @param folder that holds the recorded runs
 * @throws one line if the newest folder of it can't be read
 */
export async function recordedReference(
  reference: Pick<Reference, 'folder'>,
  folder: string = referenceFolder,
): Promise<RecordedReference> {
  const newest = await newestNamed(reference.folder, folder);
  if (newest === null) return { folder: reference.folder, manifest: null };
  const manifest = await readManifest(path.join(folder, newest));
  return { folder: newest, manifest };
}

/**
 * @param before the record that a run replaces; null if there is none
 * @returns keys of the stacks and targets that the run did not measure and the record before it did
 */
export function newlyLeftOut(run: Manifest, before: Manifest | null): string[] {
  if (before === null) return [];
  const known = leftOut(before);
  return leftOut(run).filter((key) => !known.includes(key));
}

function leftOut(manifest: Manifest): string[] {
  if (manifest.kind === 'conformance') return [];
  if (!isCompare(manifest)) {
    return manifest.plan.contestants
      .filter((one) => 'notRun' in one && one.notRun !== null)
      .map(({ key }) => key);
  }
  const absent = Object.entries(manifest.stacks).filter(([, { ran }]) => !ran);
  return [...absent.map(([key]) => key), ...manifest.plan.notRun.map(({ what }) => what)];
}

/** @returns `c1686dc of 2026-11-27`: the commit and the day of a run */
export function commitAndDay({ git, started }: Pick<Manifest, 'git' | 'started'>): string {
  const commit = git === null ? 'no commit' : git.commit.slice(0, 7);
  const changed = git?.modified ? ' with changes that were not committed' : '';
  return `${commit}${changed} of ${started.slice(0, 10)}`;
}

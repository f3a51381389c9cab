import path from 'node:path';
import { root } from '@meteor-vs-mean/process';
import {
  isGrid,
  isToyRun,
  type Manifest,
  newestNamed,
  readManifest,
  reference as referenceFolder,
} from '@meteor-vs-mean/results';
import type { Reference } from './references.ts';

/** `stale`: what it measured has changed since; `missing`: there is none. */
export type State = 'current' | 'stale' | 'missing';

/** The newest run of a reference. */
export interface RecordedReference {
  /** Reads the sources that it names, which takes seconds. */
  state(): Promise<State>;
  /** Under load-tests/results/reference; of a missing one, what it would be called without its day. */
  folder: string;
  /** Null of a missing one. */
  manifest: Manifest | null;
}

/**
 * @param folder that holds the recorded runs
 * @param checkout whose code it is held against
 * @throws one line if the newest folder of it can't be read
 */
export async function recordedReference(
  reference: Pick<Reference, 'folder'>,
  { folder = referenceFolder, checkout = root }: { folder?: string; checkout?: string } = {},
): Promise<RecordedReference> {
  const newest = await newestNamed(reference.folder, folder);
  if (newest === null) return { state: async () => 'missing', folder: reference.folder, manifest: null };
  const manifest = await readManifest(path.join(folder, newest));
  return { state: () => stateOf(manifest, checkout), folder: newest, manifest };
}

async function stateOf(manifest: Manifest, checkout: string): Promise<State> {
  // A run that was recorded before manifests named their sources was measured by another code in any case.
  if (manifest.sources === undefined || isToyRun(manifest)) return 'stale';
  const { areCurrent } = await import('@meteor-vs-mean/results/fingerprint');
  return (await areCurrent(manifest.sources, checkout)) ? 'current' : 'stale';
}

/**
 * @param before the record that it would take the place of; null if there is none, and then nothing is missed
 * @returns what a run did not measure and the record before it did, each by its key: a stack that isn't installed
 */
export function newlyLeftOut(run: Manifest, before: Manifest | null): string[] {
  if (before === null) return [];
  const known = leftOut(before);
  return leftOut(run).filter((key) => !known.includes(key));
}

function leftOut(manifest: Manifest): string[] {
  if (isGrid(manifest)) {
    return manifest.plan.targets.filter(({ notRun }) => notRun !== null).map(({ key }) => key);
  }
  if (manifest.kind !== 'compare') return [];
  const absent = Object.entries(manifest.stacks).filter(([, { ran }]) => !ran);
  return [...absent.map(([key]) => key), ...manifest.plan.notRun.map(({ what }) => what)];
}

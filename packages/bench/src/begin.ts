import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { root } from '@meteor-vs-mean/process';
import {
  clearAbandoned,
  createResultsFolder,
  type Ended,
  type Envelope,
  gridKinds,
  type Manifest,
  type Pause,
  placeOf,
  type ResultsWriter,
  type RunManifest,
  readManifestOf,
  readMeasured,
  reopenResultsFolder,
  results,
  type Size,
} from '@meteor-vs-mean/results';
import type { MeasuredRound, Order } from './experiment.ts';
import { gitFacts } from './machine.ts';
import { pausesOf } from './pauses.ts';

/** A run that has begun: what names it, where its results grow, and which code measures. */
export interface Begun<One extends MeasuredRound = MeasuredRound> {
  id: string;
  started: Date;
  /** Where its results will stand. */
  place: string;
  git: Envelope['git'];
  sources: Envelope['sources'];
  files: ResultsWriter<RunManifest, One['round']>;
  /** Of a run that goes on: its manifest and rounds as they were, and the pauses, of which the last ends now. */
  manifest?: RunManifest;
  before: readonly One[];
  pauses: readonly Pause[];
  /** For people, such as what a killed run has left. */
  notes: readonly string[];
}

/**
 * Begins a run, or goes on with one.
 * @throws one line if something stands at the place of the results already, or it can't be written; if what is to go on
 *   was measured by another code
 */
export async function begin<One extends MeasuredRound>(order: Order): Promise<Begun<One>> {
  // The code that measures is the code of now: what the run itself writes is no change of it.
  const code = await codeNow(order);
  if (order.resume !== undefined) return goOn(order.resume, code);
  const started = new Date();
  const { kind, experiment, size } = order;
  const id = runId(started, kind === 'compare' ? undefined : experiment, size);
  const place = path.resolve(order.out ?? path.join(results, id));
  const left = await clearAbandoned(path.dirname(place));
  const files = await createResultsFolder<RunManifest, One['round']>(place);
  const notes = left.map(
    ({ folder, rounds }) =>
      `A run that was killed has left ${rounds} rounds: go on with --resume ${folder}, or remove that folder`,
  );
  return { id, started, place, ...code, files, before: [], pauses: [], notes };
}

/** The code of now. Reading the sources takes two seconds, and nobody asks them of a toy. */
export async function codeNow({
  size,
  sources,
}: Pick<Order, 'size' | 'sources'>): Promise<Pick<Begun, 'git' | 'sources'>> {
  const git = await gitFacts(root);
  if (size === 'toy') return { git, sources: undefined };
  const { sourcesNow } = await import('@meteor-vs-mean/results/fingerprint');
  return { git, sources: await sourcesNow(sources) };
}

/**
 * Reads a run that is to go on.
 * @throws one line if it has ended, or its folder doesn't hold what it should
 */
export async function interruptedManifest(folder: string): Promise<RunManifest> {
  const manifest = await readManifestOf(folder, ['compare', ...gridKinds]);
  // One that grows isn't in its place yet, however it was to end.
  if (manifest.ended === 'interrupted' || placeOf(folder) !== folder) return manifest;
  throw new Error(`--resume ${folder}: that run has ended, so there is nothing to go on with`);
}

async function goOn<One extends MeasuredRound>(
  folder: string,
  code: Pick<Begun, 'git' | 'sources'>,
): Promise<Begun<One>> {
  await interruptedManifest(folder);
  const files = await reopenResultsFolder<RunManifest, One['round']>(folder);
  try {
    return await goOnIn(files, folder, code);
  } catch (error) {
    await files.discard();
    throw error;
  }
}

/** @param files where its rounds are, without the half line that a killed process may have written */
async function goOnIn<One extends MeasuredRound>(
  files: Begun<One>['files'],
  folder: string,
  code: Pick<Begun, 'git' | 'sources'>,
): Promise<Begun<One>> {
  const manifest = await interruptedManifest(files.growing);
  const git = gitOfBoth(folder, manifest, code);
  const before = (await readMeasured(files.growing)) as unknown as One[];
  return {
    id: manifest.id,
    started: new Date(manifest.started),
    place: files.path,
    git,
    sources: manifest.sources,
    files,
    manifest,
    before,
    pauses: pausesOf(manifest, before),
    notes: [`Going on after ${before.length} rounds`],
  };
}

/**
 * The commit of a run that goes on. A work tree that had changes then or has some now was no clean commit.
 * @throws one line if the code is another one than that of the rounds before
 */
function gitOfBoth(
  folder: string,
  { git: then, sources }: Pick<RunManifest, 'git' | 'sources'>,
  { git: now, sources: sourcesOfNow }: Pick<Begun, 'git' | 'sources'>,
): Begun['git'] {
  if (then?.commit !== now?.commit) {
    throw new Error(
      `--resume ${folder}: it was measured by commit ${then?.commit ?? 'of no checkout'}, and this is ` +
        `${now?.commit ?? 'no checkout'}: check that one out, or begin anew`,
    );
  }
  if (sources?.fingerprint !== sourcesOfNow?.fingerprint) {
    throw new Error(
      `--resume ${folder}: what it measures has changed since: take the changes in ${sourcesOfNow?.paths.join(', ')} ` +
        'back, or begin anew',
    );
  }
  return now && { ...now, modified: now.modified || then?.modified === true };
}

/**
 * What names a run: it sorts by time, and two runs that start in the same second differ.
 * @param what was run, where there are several; a toy says that it is one
 */
export function runId(started: Date, what: string | undefined, size: Size): string {
  const time = started.toISOString().slice(0, 19).replaceAll(':', '').toLowerCase();
  const names = [what ?? [], size === 'toy' ? 'toy' : []].flat();
  return [`${time}-${randomBytes(3).toString('hex')}`, ...names].join('-');
}

/** What every manifest says of a run that ends now. */
export function envelopeOf(
  {
    id,
    started,
    git,
    sources,
    pauses = [],
  }: Pick<Begun, 'id' | 'started' | 'git' | 'sources'> & Partial<Pick<Begun, 'pauses'>>,
  {
    kind,
    experiment,
    size,
    command,
    options,
  }: Pick<Manifest, 'kind' | 'experiment' | 'size' | 'command'> & {
    options: object;
  },
  ended: Ended,
) {
  return {
    format: 3,
    kind,
    experiment,
    id,
    size,
    started: started.toISOString(),
    finished: new Date().toISOString(),
    ...(pauses.length > 0 && { pauses }),
    command,
    options: { ...options },
    ended,
    git,
    ...(sources && { sources }),
  } as const;
}

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';
import {
  createResultsFolder,
  type Ended,
  type Envelope,
  type Manifest,
  type ResultsWriter,
  results,
  type Size,
} from '../results/index.ts';
import type { Order } from './experiment.ts';
import { gitFacts } from './machine.ts';

/** A run that has begun: what names it, and where its results grow. */
export interface Begun {
  id: string;
  started: Date;
  git: Envelope['git'];
  files: ResultsWriter;
}

/**
 * Begins a run.
 * @throws one line if something exists at the place of the results already, or it can't be written
 */
export async function begin(order: Order): Promise<Begun> {
  const started = new Date();
  const { kind, experiment, size } = order;
  const id = runId(started, kind === 'compare' ? undefined : experiment, size);
  // The commit is read first: what the run itself writes is no change of the work tree.
  const git = await gitFacts(root);
  const files = await createResultsFolder(path.resolve(order.out ?? path.join(results, id)));
  return { id, started, git, files };
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
  { id, started, git }: Pick<Begun, 'id' | 'started' | 'git'>,
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
    format: 4,
    kind,
    experiment,
    id,
    size,
    started: started.toISOString(),
    finished: new Date().toISOString(),
    command,
    options: { ...options },
    ended,
    git,
  } as const;
}

import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lineOf, rootOf } from '@meteor-vs-mean/testbed/process';
import { type Ended, type Measured, type RunManifest, type Summary, summaryOf } from '../results/index.ts';
import { begin, envelopeOf } from './begin.ts';
import type { Experiment, Opening, Order, Running } from './experiment.ts';
import { Rounds } from './rounds.ts';

/** What a run has left. */
export interface Outcome {
  /** The results folder. */
  folder: string;
  manifest: RunManifest;
  summary: Summary;
  ended: Ended;
}

/**
 * Runs an experiment from beginning to end, and leaves its results folder. All that it started has been stopped when
 * this returns or throws.
 * @param open finds, builds and starts what the rounds need; throws what is missing, and what to do
 * @throws before the first round is done: what is wrong, and what to do; the signal's reason, if nothing is kept
 */
export async function run<Planned>(
  order: Order,
  open: (opening: Opening) => Promise<Experiment<Planned>>,
  { progress, signal }: Running,
): Promise<Outcome> {
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => progress.done());
  const begun = await begin(order);
  const { id, files } = begun;
  let measured: readonly Measured[] = [];
  let isWhole = false;
  cleanUp.defer(async () => {
    if (isWhole) return;
    // A short run is soon measured again, so its rounds are not kept.
    if (order.size === 'full' && measured.length > 0) {
      return progress.say(`Its ${measured.length} rounds are kept in ${relative(files.growing)}`);
    }
    await files.discard();
    if (signal.aborted) progress.say('Nothing of the run is left behind');
  });
  const work = cleanUp.use(await mkdtempDisposable(path.join(tmpdir(), 'meteor-vs-mean-'))).path;
  const experiment = await open({ id, files, work, progress, signal, cleanUp });
  const manifestOf = async (ended: Ended) =>
    ({
      ...envelopeOf(begun, order, ended),
      seed: order.seed,
      ...(await experiment.facts(measured)),
    }) as RunManifest;
  const rounds = new Rounds(experiment, begun, { progress, signal });
  measured = rounds.measured;
  await files.note(await manifestOf('interrupted'));
  const ended = await endOf(rounds, experiment, order, signal);
  const manifest = await manifestOf(ended);
  const summary = summaryOf(manifest, measured);
  if (order.size !== 'full') signal.throwIfAborted();
  await files.finish(manifest);
  isWhole = true;
  return { folder: relative(files.path), manifest, summary, ended };
}

/**
 * Runs the rounds. A full run that Ctrl-C stops keeps what it has measured.
 * @throws if no round was measured, or a shorter run is stopped
 */
async function endOf<Planned>(
  rounds: Rounds<Planned>,
  experiment: Experiment<Planned>,
  { size }: Order,
  signal: AbortSignal,
): Promise<Ended> {
  try {
    await rounds.runAll();
    return 'complete';
  } catch (error) {
    const isEmpty = rounds.measured.length === 0;
    if (signal.aborted && size === 'full' && !isEmpty) return 'interrupted';
    signal.throwIfAborted();
    if (isEmpty) throw error;
    const first = rootOf(error);
    return { failed: (await experiment.describeFailure?.(first)) ?? lineOf(first) };
  }
}

function relative(folder: string): string {
  return path.relative(process.cwd(), folder);
}

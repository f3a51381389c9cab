import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lineOf, rootOf } from '@meteor-vs-mean/process';
import type { Ended, RunManifest } from '@meteor-vs-mean/results';
import { type Begun, begin, envelopeOf } from './begin.ts';
import type { Experiment, MeasuredRound, Opening, Order, Running } from './experiment.ts';
import { Rounds } from './rounds.ts';

/** What a run has left. */
export interface Outcome<Of, Summary> {
  /** The results folder. */
  folder: string;
  manifest: Of;
  summary: Summary;
  ended: Ended;
}

/**
 * Runs an experiment from beginning to end, and leaves its results folder. All that it started has been stopped when
 * this returns or throws.
 * @param open finds, builds and starts what the rounds need; throws what is missing, and what to do
 * @throws before the first round is done: what is wrong, and what to do; the signal's reason, if nothing is added
 */
export async function run<Planned, One extends MeasuredRound, Of extends RunManifest, Summary>(
  order: Order<Of>,
  open: (opening: Opening) => Promise<Experiment<Planned, One, Of, Summary>>,
  { progress, signal }: Running,
): Promise<Outcome<Of, Summary>> {
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => progress.done());
  const begun = await begin<One>(order);
  const { id, files, place } = begun;
  let measured: readonly One[] = [];
  let isWhole = false;
  cleanUp.defer(async () => {
    if (!isWhole) await giveUp(order, begun, measured.length, { progress, signal });
  });
  for (const line of begun.notes) progress.say(line);
  const work = cleanUp.use(await mkdtempDisposable(path.join(tmpdir(), 'meteor-vs-mean-'))).path;
  const experiment = await open({ id, files, work, progress, signal, cleanUp });
  const manifestOf = async (ended: Ended) =>
    ({
      ...envelopeOf(begun, order, ended),
      seed: order.seed,
      ...(await experiment.facts(measured)),
    }) as unknown as Of;
  // A run whose process is killed can go on from what is noted here.
  const note = async () => files.note(await manifestOf('interrupted'));
  const rounds = new Rounds(experiment, begun, { progress, signal }, note);
  measured = rounds.measured;
  await note();
  const ended = await endOf(rounds, experiment, begun.before, order, signal);
  const manifest = await manifestOf(ended);
  const summary = experiment.summarise(manifest, measured);
  if (order.size !== 'full') signal.throwIfAborted();
  await files.finish(manifest);
  isWhole = true;
  return { folder: path.relative(process.cwd(), place), manifest, summary, ended };
}

/** Says what becomes of the rounds of a run that can't be finished. Those of a short one are soon measured again. */
async function giveUp<One extends MeasuredRound>(
  { size, resume }: Order,
  { files, before }: Begun<One>,
  measured: number,
  { progress, signal }: Running,
): Promise<void> {
  if (size === 'full' && measured > before.length) {
    await files.leave();
    const growing = path.relative(process.cwd(), files.growing);
    return progress.say(`Its ${measured} rounds are kept: go on with --resume ${growing}`);
  }
  await files.discard();
  if (before.length > 0) progress.say(`The ${before.length} rounds before stay in ${resume}`);
  else if (signal.aborted) progress.say('Nothing of the run is left behind');
}

/**
 * Runs the rounds. What a full run has measured is kept when Ctrl-C stops it, so that it can go on; the rounds of a
 * shorter one are soon measured again.
 * @throws if no round was added to those before: then what there was stays as it is
 */
async function endOf<Planned, One extends MeasuredRound, Of extends RunManifest>(
  rounds: Rounds<Planned, One, Of>,
  experiment: Experiment<Planned, One, Of, unknown>,
  before: readonly One[],
  { size }: Order<Of>,
  signal: AbortSignal,
): Promise<Ended> {
  try {
    await rounds.runAll();
    return 'complete';
  } catch (error) {
    const isSame = rounds.measured.length <= before.length;
    if (signal.aborted && size === 'full' && !isSame) return 'interrupted';
    signal.throwIfAborted();
    if (isSame) throw error;
    const first = rootOf(error);
    return { failed: (await experiment.describeFailure?.(first)) ?? lineOf(first) };
  }
}

import path from 'node:path';
import {
  abortable,
  type Begun,
  begin,
  createResultsFolder,
  lineOf,
  machineFacts,
  mending,
  type Progress,
  type ResultsFolder,
  rootOf,
} from '@meteor-vs-mean/bench';
import type { LabManifest, LabRound, LabSummary } from '@meteor-vs-mean/report';
import { checkPlan } from './check-plan.ts';
import type { Experiment, Plan } from './experiment.ts';
import { findTargets, prepareTargets } from './find.ts';
import type { Options } from './options.ts';
import { inRepeats } from './plan.ts';
import { playRound } from './rounds.ts';
import { smallest } from './small.ts';
import { type Frame, summarise } from './summary.ts';
import { versionOf } from './versions.ts';

/** What one run is asked to do. */
export type RunOptions = Pick<Options, 'size' | 'repeats' | 'seed' | 'out'> & Partial<Pick<Options, 'small'>>;

export interface Outcome {
  /** The results folder. */
  folder: string;
  summary: LabSummary;
  /** Set if the run failed in the middle: what was measured before is in the folder all the same. */
  failed: string | null;
}

/**
 * Runs an experiment from beginning to end. Whatever it started has ended when this returns or throws.
 * @param command what was typed, for the manifest
 * @param signal aborts it; then nothing is left behind, and it throws the signal's reason
 * @throws before the first round is done: what is wrong, and what to do
 */
export async function runExperiment(
  experiment: Experiment,
  { size, small = false, repeats, seed, out }: RunOptions,
  command: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<Outcome> {
  const planned = experiment.plan(size);
  const asked: Plan = repeats === undefined ? planned : { ...planned, repeats };
  checkPlan(experiment, asked);
  const begun = await begin({ out, name: experiment.name, toy: size === 'toy' });
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(async () => progress.done());
  const found = await abortable(findTargets(experiment), signal);
  const isFound = (key: string) => found.some((target) => target.key === key && target.notRun === null);
  const plan = small ? smallest(asked, isFound) : asked;
  const used = small ? plan.loads.flatMap(({ targets }) => targets) : null;
  const wanted = {
    ...experiment,
    targets: experiment.targets.filter(({ key }) => used?.includes(key) ?? true),
  };
  const targets = await prepareTargets(wanted, found, progress, signal);
  for (const { title, notRun } of targets)
    if (notRun !== null) progress.say(`${title} is not run: ${notRun}`);
  signal.throwIfAborted();
  const folder = await createResultsFolder<LabManifest, LabRound, LabSummary>(begun.place);
  cleanUp.defer(() => folder.discard());
  const frame: Frame = {
    id: begun.id,
    seed,
    size,
    started: begun.started.toISOString(),
    machine: machineFacts({
      pinning: 'client and server run where the system puts them, as in the originals',
      cpuSets: null,
    }),
    targets,
  };

  const measured: { round: LabRound }[] = [];
  let failed: string | null = null;
  try {
    await playAll(plan, { frame, folder, measured, progress, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (measured.length === 0) throw error;
    failed = lineOf(rootOf(error));
  }
  const rounds = measured.map(({ round }) => round);
  const summary = summarise(experiment, plan, frame, rounds);
  const options = { experiment: experiment.name, size, repeats: plan.repeats, seed };
  const manifest = manifestOf(begun, frame, {
    lab: experiment.name,
    command,
    options,
    ended: failed === null ? 'complete' : { failed },
  });
  signal.throwIfAborted();
  await folder.finish(manifest, summary);
  return { folder: path.relative(process.cwd(), folder.path), summary, failed };
}

interface Playing {
  frame: Frame;
  folder: ResultsFolder<LabManifest, LabRound, LabSummary>;
  /** Grows. */
  measured: { round: LabRound }[];
  progress: Progress;
  signal: AbortSignal;
}

/** One round after the other; each is kept as soon as it is over. */
async function playAll(plan: Plan, { frame, folder, measured, progress, signal }: Playing): Promise<void> {
  const runs = (key: string) => frame.targets.some((target) => target.key === key && target.notRun === null);
  const rounds = inRepeats(plan, runs);
  if (rounds.length === 0)
    throw new Error('Nothing of this experiment can be run here, so there is nothing to measure');
  const scene = { size: frame.size, seed: frame.seed, signal };
  const title = (key: string) => frame.targets.find((target) => target.key === key)?.title ?? key;
  for (const planned of mending(rounds, { measured })) {
    signal.throwIfAborted();
    const number = measured.length + 1;
    // Those that are run again make the total grow.
    const total = Math.max(rounds.length, number);
    const again = planned.again ? ' once more' : '';
    progress.step(`Round ${number} of ${total}: ${planned.load.title}, ${title(planned.target)}${again}`);
    const round = await playRound(planned, number, scene);
    measured.push({ round });
    if (round.verdict === 'void') {
      const why = round.reasons.map(({ code, reading }) => `${code} (${reading})`).join(', ');
      progress.say(`Round ${number}, ${title(planned.target)}, is void: ${why}`);
    }
    await folder.addRound(round);
  }
}

function manifestOf(
  { id, started, git }: Begun,
  { machine, seed }: Frame,
  rest: Pick<LabManifest, 'lab' | 'command' | 'options' | 'ended'>,
): LabManifest {
  return {
    format: 1,
    ...rest,
    id,
    started: started.toISOString(),
    finished: new Date().toISOString(),
    git,
    bench: { node: process.versions.node, 'playwright-core': versionOf('playwright-core', import.meta.url) },
    machine,
    seed,
  };
}

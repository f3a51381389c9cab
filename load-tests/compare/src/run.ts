import path from 'node:path';
import { begin, lineOf, type Progress, root, rootOf } from '@meteor-vs-mean/bench';
import type { Summary } from '@meteor-vs-mean/report';
import { plans } from './experiments/index.ts';
import { answers, carryOut, type Findings, nothingFound } from './findings.ts';
import { floorOf } from './floor.ts';
import { askedFor } from './mongo-facts.ts';
import { newestOf } from './newest.ts';
import { type Interference, type OpenBench, openBench } from './open-bench.ts';
import type { Options } from './options.ts';
import { Rounds } from './rounds.ts';
import { manifestOf } from './run-record.ts';
import { settingOf } from './setting.ts';
import { summarise } from './summary.ts';
import { assertFitsList } from './writers.ts';

export type { Interference };

export interface Outcome {
  /** The results folder. */
  folder: string;
  summary: Summary;
  /** Set if the run failed in the middle: what was measured before is in the folder all the same. */
  failed: string | null;
}

/**
 * Runs a comparison from beginning to end. Whatever it started is stopped when it returns or throws.
 * @param command what was typed, for the manifest
 * @param signal aborts it; then nothing is left behind, and it throws the signal's reason
 * @throws before the first round is done: what is wrong, and what to do
 */
export async function runComparison(
  options: Options,
  command: string,
  progress: Progress,
  signal: AbortSignal,
  interference: Interference = {},
): Promise<Outcome> {
  if (options.scenarios.includes('fan-out')) assertFitsList(options.rate, options.duration_s);
  const begun = await begin(options);
  const { id, place } = begun;
  await using cleanUp = new AsyncDisposableStack();
  const open = await openBench(options, { id, place, progress, signal }, interference, cleanUp);
  const { bench, facts, machine, self } = open;

  const findings: Findings = { ...nothingFound };
  const rounds = new Rounds(bench);
  let failed: string | null = null;
  try {
    await experiment(open, rounds, findings);
  } catch (error) {
    signal.throwIfAborted();
    if (rounds.measured.length === 0) throw error;
    failed = await describe(rootOf(error), open);
  }

  const control = await newestOf('control', machine, { network: bench.network });
  const { description: _, ...mongo } = open.mongo;
  const frame = {
    id,
    toy: options.toy,
    experiment: options.experiment,
    seed: options.seed,
    partial: Object.values(facts).some((one) => !one.ran),
    stacks: facts,
    mongo: { ...mongo, writeConcern: askedFor(findings.contestants) },
    machine,
    network: bench.network,
  };
  const summary = summarise(
    {
      ...frame,
      ...findings,
      floor: control && floorOf(control),
      bench: self && { folder: self.folder, sameMachine: self.sameMachine, measures: self.summary.self },
    },
    rounds.measured,
  );
  // A control run has found a floor itself.
  if (options.experiment === 'control') {
    const folder = path.relative(root, place);
    summary.floor = floorOf({ folder, sameMachine: true, options: { ...options }, summary });
  }
  const ended = failed === null ? ('complete' as const) : { failed };
  const manifest = manifestOf(begun, frame, { command, options, ended });
  signal.throwIfAborted();
  await bench.folder.finish(manifest, summary);
  return { folder: path.relative(process.cwd(), bench.folder.path), summary, failed };
}

/** @param findings gets what there is to say, also if it throws */
async function experiment(
  { bench, stacks, contestants }: OpenBench,
  rounds: Rounds,
  findings: Findings,
): Promise<void> {
  const { options } = bench;
  if (options.experiment === 'self') throw new Error('--self has a run of its own');
  const setting = await settingOf(bench.builds);
  const plan = plans[options.experiment](options, { stacks, contestants, setting });
  await carryOut(plan, bench, rounds, findings);
}

/** In one line. Without MongoDB everything fails, each in its own way: that is said instead. */
async function describe(error: Error, { bench, mongo }: OpenBench): Promise<string> {
  if (await answers(bench)) return lineOf(error);
  return `MongoDB went away; it was ${mongo.description}. Look for what stopped it, and run again`;
}

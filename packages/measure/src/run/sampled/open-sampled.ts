import { abortable } from '@meteor-vs-mean/testbed/process';
import {
  againOf,
  cellsOf,
  comparisonsFor,
  neededOf,
  type OtherContestant,
  type Plan,
  type PlannedCell,
  type Size,
} from '../../results/index.ts';
import type { Experiment, Opening } from '../experiment.ts';
import { machineFacts } from '../machine.ts';
import { withRetries } from '../retry.ts';
import { checkPlan } from './check-plan.ts';
import type { OpenStage, SampledExperiment, SampledLoad, SampledPlan } from './experiment.ts';
import { findTargets, prepareTargets } from './find-targets.ts';
import { measureSample } from './measure-sample.ts';

/** What one run of an experiment is asked to do. */
interface SampledOptions {
  readonly size: Size;
  /** Undefined: the experiment's own. */
  readonly pairs: number | undefined;
  readonly seed: number;
}

/**
 * Opens an experiment with figures of its own as that of a run: finds and prepares its targets, and plans its pairs.
 * @param openStage opens the stage of each round
 * @param versions of what measures, for the manifest
 * @throws if nothing of it can be run here, or its plan names what it doesn't have
 */
export async function openSampled<Stage>(
  experiment: SampledExperiment<Stage>,
  openStage: OpenStage<Stage>,
  { size, pairs, seed }: SampledOptions,
  versions: Record<string, string>,
  { progress, signal, files }: Opening,
): Promise<Experiment<PlannedCell<SampledLoad<Stage>>>> {
  const whole = experiment.plan(size);
  const asked = pairs === undefined ? whole : { ...whole, pairs };
  const plan = size === 'toy' ? toyPlan(asked, experiment) : asked;
  checkPlan(experiment, plan);
  const found = await abortable(findTargets(experiment), signal);
  const targets = await prepareTargets(experiment, found, progress, signal);
  for (const { title, notRun } of targets) {
    if (notRun !== null) progress.say(`Skipping ${title}: ${notRun}`);
  }
  signal.throwIfAborted();
  const runs = (key: string) => targets.some((one) => one.key === key && one.notRun === null);
  const rounds = cellsOf(plan.loads, plan.pairs, runs);
  if (rounds.length === 0) {
    throw new Error('Nothing of this experiment can be run here, so there is nothing to measure');
  }
  const machine = machineFacts({
    pinning: `client and server run where the system puts them${experiment.source ? ', as in the originals' : ''}`,
    cpuSets: null,
  });
  const recorded = recordOf(experiment, plan, targets, runs);
  const title = (key: string) => recorded.contestants.find((one) => one.key === key)?.title ?? key;
  return {
    rounds: (sofar) => withRetries(rounds, sofar),
    total: rounds.length,
    describe: ({ load, contestant }) => `${load.title}, ${title(contestant)}`,
    contestant: ({ contestant }) => title(contestant),
    measure: async (planned, number) => {
      const { round, texts } = await measureSample(planned, number, openStage, { size, seed, signal });
      for (const [name, text] of Object.entries(texts)) await files.writeRoundFile(number, name, text);
      return { round };
    },
    facts: async () => ({ machine, versions, plan: recorded }),
  };
}

/** What a manifest keeps: without how a load is measured. */
function recordOf<Stage>(
  { title, question, source }: SampledExperiment<Stage>,
  { pairs, loads: planned, figures, tables, claims }: SampledPlan<Stage>,
  targets: readonly OtherContestant[],
  runs: (key: string) => boolean,
): Omit<Plan, 'contestants'> & { contestants: readonly OtherContestant[] } {
  const loads = planned.map(({ measure: _, ...load }) => load);
  const baselines = new Set(loads.flatMap(({ baseline }) => baseline ?? []));
  const again = targets
    .filter(({ key }) => baselines.has(key))
    .map((target) => ({ ...target, key: againOf(target.key), title: againOf(target.title) }));
  return {
    title,
    question,
    source,
    contestants: [...targets, ...again],
    loads,
    figures,
    comparisons: comparisonsFor({ loads, tables }),
    tables,
    claims,
    needed: neededOf(loads, pairs, runs),
    notRun: [],
    stopping: null,
    capacities: [],
    curves: [],
    floor: null,
  };
}

/** What a toy run leaves of a plan: its loads, or the first one alone, once on every target and without the A/A. */
function toyPlan<Stage>(
  plan: SampledPlan<Stage>,
  { wholeAsToy = false }: Pick<SampledExperiment<Stage>, 'wholeAsToy'>,
): SampledPlan<Stage> {
  const loads = (wholeAsToy ? plan.loads : plan.loads.slice(0, 1)).map((load) => ({
    ...load,
    baseline: null,
  }));
  const isLoad = (row: string) => loads.some(({ key }) => key === row);
  const tables = plan.tables.flatMap((table) => {
    const rows = table.rows.filter(isLoad);
    const published = Object.entries(table.published ?? {}).filter(([row]) => isLoad(row));
    return rows.length === 0 ? [] : [{ ...table, rows, published: Object.fromEntries(published) }];
  });
  const used = tables.map(({ figure }) => figure);
  const figures = plan.figures.filter(({ name }) => used.includes(name));
  const claims = plan.claims.filter(({ here }) => used.includes(here.figure));
  return { pairs: 1, loads, figures, tables, claims };
}

import { abortable } from '@meteor-vs-mean/testbed/process';
import {
  type GridManifest,
  type GridRound,
  type GridSummary,
  gridRecordOf,
  inRepeats,
  type PlannedCell,
  type Size,
  summariseGrid,
} from '../../results/index.ts';
import type { Experiment, MeasuredRound, Opening } from '../experiment.ts';
import { machineFacts } from '../machine.ts';
import { withRetries } from '../retry.ts';
import { checkPlan } from './check-plan.ts';
import type { GridExperiment, Load, OpenStage, Plan } from './experiment.ts';
import { findTargets, prepareTargets } from './find-targets.ts';
import { measureCell } from './measure-cell.ts';

/** What one run of a grid is asked to do. */
interface GridOptions {
  readonly size: Size;
  /** Undefined: the experiment's own. */
  readonly repeats: number | undefined;
  readonly seed: number;
}

/**
 * Opens a grid as the experiment of a run: finds and prepares its targets, and plans its repeats.
 * @param openStage opens the stage of each round
 * @param versions of what measures, for the manifest
 * @throws if nothing of it can be run here, or its plan speaks of what isn't there
 */
export async function openGrid<Stage>(
  experiment: GridExperiment<Stage>,
  openStage: OpenStage<Stage>,
  { size, repeats, seed }: GridOptions,
  versions: Record<string, string>,
  { progress, signal, files }: Opening,
): Promise<Experiment<PlannedCell<Load<Stage>>, MeasuredRound<GridRound>, GridManifest, GridSummary>> {
  const whole = experiment.plan(size);
  const asked: Plan<Stage> = repeats === undefined ? whole : { ...whole, repeats };
  const plan = size === 'toy' ? toyPlan(asked, experiment) : asked;
  checkPlan(experiment, plan);
  const found = await abortable(findTargets(experiment), signal);
  const targets = await prepareTargets(experiment, found, progress, signal);
  for (const { title, notRun } of targets) {
    if (notRun !== null) progress.say(`${title} is not run: ${notRun}`);
  }
  signal.throwIfAborted();
  const rounds = inRepeats(plan, (key) => targets.some((one) => one.key === key && one.notRun === null));
  if (rounds.length === 0) {
    throw new Error('Nothing of this experiment can be run here, so there is nothing to measure');
  }
  const machine = machineFacts({
    pinning: `client and server run where the system puts them${experiment.source ? ', as in the originals' : ''}`,
    cpuSets: null,
  });
  const title = (key: string) => targets.find((target) => target.key === key)?.title ?? key;
  return {
    rounds: (sofar) => withRetries(rounds, sofar),
    total: rounds.length,
    describe: ({ load, target, again }) => `${load.title}, ${title(target)}${again ? ' once more' : ''}`,
    contestant: ({ target }) => title(target),
    measure: async (planned, number) => {
      const { round, texts } = await measureCell(planned, number, openStage, { size, seed, signal });
      for (const [name, text] of Object.entries(texts)) await files.writeRoundFile(number, name, text);
      return { round };
    },
    facts: async () => ({ machine, versions, plan: gridRecordOf({ ...experiment, targets }, plan) }),
    summarise: (manifest, measured) =>
      summariseGrid(
        manifest,
        measured.map(({ round }) => round),
      ),
  };
}

/** What a toy run leaves of a plan: its loads, or the first one alone, once on every target and without the A/A. */
function toyPlan<Stage>(
  plan: Plan<Stage>,
  { wholeAsToy = false }: Pick<GridExperiment<Stage>, 'wholeAsToy'>,
): Plan<Stage> {
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
  return { repeats: 1, loads, figures, tables, claims };
}

import { fewestPairs } from '@meteor-vs-mean/stats';
import type { GridManifest } from '../manifest.ts';
import { isCounted, type Verdict } from '../round.ts';
import { type MeasuredGrid, tableOf } from './cells.ts';
import { claimOf } from './claims.ts';
import { type GridPlan, inRepeats, type PlannedCell, repeatsOf } from './plan.ts';
import type { GridRound, GridSummary } from './results.ts';

/** From rounds to what is printed; pure. Void rounds take no part in any figure. */
export function summariseGrid(
  {
    kind,
    experiment,
    id,
    size,
    seed,
    started,
    machine,
    plan,
  }: Pick<GridManifest, 'kind' | 'experiment' | 'id' | 'size' | 'seed' | 'started' | 'machine' | 'plan'>,
  rounds: readonly GridRound[],
): GridSummary {
  const { loads, figures, targets } = plan;
  const measured = { seed, rounds, loads, figures, targets };
  const tables = plan.tables.map((table) => tableOf(table, measured));
  const judged = (wanted: Verdict) =>
    rounds
      .filter(({ verdict }) => verdict === wanted)
      .map(({ round, target, load, reasons }) => ({ round, target, load, reasons }));
  return {
    format: 3,
    kind,
    experiment,
    id,
    title: plan.title,
    question: plan.question,
    source: plan.source,
    size,
    seed,
    started,
    machine,
    targets: [...targets],
    loads: loads.map(({ key, title }) => ({ key, title })),
    tables,
    claims: plan.claims.map((claim) => claimOf(claim, measured)),
    measured: rounds.length,
    void: judged('void'),
    noisy: judged('noisy'),
    enough: isEnough(plan, measured),
    answered: tables.some(({ cells }) =>
      cells.some(({ middle, beyond = 0 }) => middle !== null || beyond > 0),
    ),
  };
}

/** Of every target under every load half of its rounds, or the six that an interval takes where it was to have one. */
function isEnough(plan: GridPlan, { rounds, targets }: MeasuredGrid): boolean {
  const runs = (key: string) => targets.some((target) => target.key === key && target.notRun === null);
  const asked = inRepeats({ ...plan, repeats: 1 }, runs);
  const valid = ({ load, target, again }: PlannedCell) =>
    rounds.filter(
      (round) =>
        isCounted(round) && round.load === load.key && round.target === target && round.again === again,
    ).length;
  return asked.length > 0 && asked.every((one) => valid(one) >= neededOf(repeatsOf(one.load, plan)));
}

function neededOf(repeats: number): number {
  return repeats >= fewestPairs ? fewestPairs : Math.ceil(repeats / 2);
}

import type { LabSummary } from '@meteor-vs-mean/report';
import { fewestPairs } from '@meteor-vs-mean/stats';
import { type Measured, tableOf } from './cells.ts';
import { claimOf } from './claims.ts';
import type { Experiment, Plan, Size } from './experiment.ts';
import { inRepeats, type PlannedRound, repeatsOf } from './plan.ts';

/** What a summary says besides what follows from the rounds. */
export interface Frame extends Pick<LabSummary, 'id' | 'seed' | 'started' | 'machine' | 'targets'> {
  size: Size;
}

/** From rounds to what is printed; pure. Void rounds take no part in any figure. */
export function summarise(
  { name, title, question, source }: Omit<Experiment, 'targets' | 'plan'>,
  plan: Plan,
  frame: Frame,
  rounds: Measured['rounds'],
): LabSummary {
  const measured = { seed: frame.seed, rounds, loads: plan.loads, targets: frame.targets };
  return {
    format: 1,
    lab: name,
    ...{ title, question, source },
    ...frame,
    loads: plan.loads.map(({ key, title }) => ({ key, title })),
    tables: plan.tables.map((table) => tableOf(table, measured)),
    claims: plan.claims.map((claim) => claimOf(claim, plan.tables, measured)),
    void: rounds
      .filter(({ verdict }) => verdict === 'void')
      .map(({ round, target, load, reasons }) => ({ round, target, load, reasons })),
    enough: isEnough(plan, measured),
  };
}

/** Of every target under every load half of its rounds, or the six that an interval takes where it was to have one. */
function isEnough(plan: Plan, { rounds, targets }: Measured): boolean {
  const runs = (key: string) => targets.some((target) => target.key === key && target.notRun === null);
  const asked = inRepeats({ ...plan, repeats: 1 }, runs);
  const valid = ({ load, target, again }: PlannedRound) =>
    rounds.filter(
      (round) =>
        round.verdict === 'valid' &&
        round.load === load.key &&
        round.target === target &&
        round.again === again,
    ).length;
  return asked.length > 0 && asked.every((one) => valid(one) >= neededOf(repeatsOf(one.load, plan)));
}

function neededOf(repeats: number): number {
  return repeats >= fewestPairs ? fewestPairs : Math.ceil(repeats / 2);
}

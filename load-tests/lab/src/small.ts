import type { Load, Plan } from './experiment.ts';

/** How many targets TOY=1 leaves of a load: two make a ratio. */
const fewest = 2;

/**
 * What TOY=1 leaves of a plan: its first load, on two targets.
 * @param runs whether a target can be run here: others would leave nothing to see
 */
export function smallest(plan: Plan, runs: (target: string) => boolean): Plan {
  const [first] = plan.loads;
  if (!first) return plan;
  const load: Load = { ...first, targets: fewOf(first, runs), baseline: null };
  const isIn = (key: string) => load.targets.includes(key);
  const tables = plan.tables.flatMap((table) => {
    const rows = table.rows.filter((row) => row === load.key);
    const columns = table.columns.filter(isIn);
    if (rows.length === 0 || columns.length === 0) return [];
    const baseline = table.baseline !== null && isIn(table.baseline) ? table.baseline : null;
    const published = (table.published ?? []).filter(([row, column]) => row === load.key && isIn(column));
    return [{ ...table, rows, columns, baseline, published }];
  });
  const figures = tables.map(({ figure }) => figure);
  const claims = plan.claims.filter(({ here }) => figures.includes(here.figure));
  return { repeats: 1, loads: [load], tables, claims };
}

/** The baseline is among them, if it runs. */
function fewOf({ targets, baseline }: Load, runs: (target: string) => boolean): string[] {
  const running = targets.filter(runs);
  const others = running.filter((target) => target !== baseline);
  const chosen = [...running.filter((target) => target === baseline), ...others].slice(0, fewest);
  return targets.filter((target) => chosen.includes(target));
}

import type { Ratios } from '@meteor-vs-mean/stats';
import { againOf } from './contestant.ts';
import { widestOf } from './floor.ts';
import { ownFigure } from './own-figure.ts';
import type { PlannedTable } from './plan.ts';
import type { Comparison, Result, Summary } from './summary.ts';

/** One figure of the experiment's own: loads down, contestants across. */
export interface FigureTable {
  key: string;
  title: string;
  figure: string;
  unit: string;
  better: 'more' | 'less';
  rows: string[];
  columns: string[];
  /** The contestant over which ratios are taken; null: no ratios. */
  baseline: string | null;
  cells: TableCell[];
  /** How far A/A ratios of the baseline are from 1 at most (0.03: 3 %), of all loads; null: none were run, or one is `unbounded`. */
  floor: number | null;
  /** The same of each load that has one, by its key. */
  floors: Record<string, number>;
  /** Loads with an A/A pair beyond what the round waited for: any difference there may be noise. */
  unbounded: string[];
  notes: string[];
}

export interface TableCell {
  row: string;
  column: string;
  /** One for each valid round. */
  each: number[];
  /** Valid rounds more in which the value is beyond what they waited for. */
  beyond: number;
  /** Median of both; null: no valid round, or half of them are beyond. */
  middle: number | null;
  /** Over the baseline's of the same load, within pairs; null: of the baseline itself, or no pair is valid. */
  ratio: Ratios | null;
  /** As the source printed it, in the table's unit. */
  published: number | null;
  /** Published over the published baseline of the same row. */
  publishedRatio: number | null;
  /** Why there is no figure; null if there is one. */
  notRun: string | null;
}

/** @returns the tables that a plan names, in its order */
export function tablesOf(summary: Summary): FigureTable[] {
  return summary.plan.tables.map((planned) => tableOf(planned, summary));
}

function tableOf(planned: PlannedTable, summary: Summary): FigureTable {
  const { key, rows, columns, baseline } = planned;
  const figure = ownFigure(summary.plan.figures, planned.figure);
  return {
    key,
    title: planned.title ?? figure.title,
    figure: figure.name,
    unit: figure.unit,
    better: figure.better,
    baseline,
    rows: [...rows],
    columns: [...columns],
    cells: rows.flatMap((row) => columns.map((column) => cellOf(planned, row, column, summary))),
    ...floorsOf(planned, summary),
    notes: [...(figure.notes ?? []), ...(planned.notes ?? [])],
  };
}

function cellOf(table: PlannedTable, row: string, column: string, summary: Summary): TableCell {
  const { figure, baseline, published } = table;
  const result = resultAt(summary, row, column);
  const { each = [], beyond = 0, value = null } = result?.figures[figure] ?? {};
  const here = published?.[row]?.[column] ?? null;
  const base = baseline === null ? null : (published?.[row]?.[baseline] ?? null);
  const ratio = baseline === null ? undefined : ratiosAt(summary, row, column, baseline, figure);
  return {
    row,
    column,
    each,
    beyond,
    middle: value,
    ratio: ratio && ratio.each.length > 0 ? ratio : null,
    published: here,
    publishedRatio: here === null || !base || baseline === column ? null : here / base,
    notRun: value !== null ? null : whyNot(summary, row, column, figure),
  };
}

function resultAt(
  { results }: Pick<Summary, 'results'>,
  load: string,
  contestant: string,
): Result | undefined {
  return results.find((one) => one.load === load && one.contestant === contestant);
}

function ratiosAt(
  { comparisons }: { comparisons: readonly Comparison[] },
  load: string,
  a: string,
  b: string,
  figure: string,
): Ratios | undefined {
  return comparisons.find((one) => one.load === load && one.a === a && one.b === b)?.figures[figure];
}

/** @returns why a figure has no value at a load; null if its rounds were void */
export function whyNot(
  { plan: { contestants, loads }, results }: Pick<Summary, 'plan' | 'results'>,
  load: string,
  contestant: string,
  figure: string,
): string | null {
  const found = contestants.find(({ key }) => key === contestant);
  if (!found) return 'this run has no such contestant';
  if ('notRun' in found && found.notRun !== null) return found.notRun;
  const asked = loads.find(({ key }) => key === load);
  if (!asked) return 'not part of a run of this size';
  if (!asked.contestants.includes(contestant)) return 'not asked of it';
  const result = resultAt({ results }, load, contestant);
  if (!result || result.rounds.counted === 0) return null;
  const value = result.figures[figure];
  if (!value) return 'not measured of it';
  return value.beyond > 0 ? 'it never came while it was waited for' : 'it can’t be read here';
}

/**
 * How far A/A ratios are from 1 at most: the further end of their interval; of too few pairs the furthest pair. Where a
 * pair is beyond what the round waited for, the others would make the noise look small, so such a load has no number.
 */
function floorsOf(
  { figure, rows, baseline }: PlannedTable,
  summary: Summary,
): Pick<FigureTable, 'floor' | 'floors' | 'unbounded'> {
  const floors: Record<string, number> = {};
  const unbounded: string[] = [];
  for (const row of baseline === null ? [] : rows) {
    const same = ratiosAt(summary, row, againOf(baseline as string), baseline as string, figure);
    if (!same) continue;
    if (same.beyond > 0) unbounded.push(row);
    else floors[row] = widestOf(same) - 1;
  }
  const all = Object.values(floors);
  const floor = unbounded.length > 0 || all.length === 0 ? null : Math.max(...all);
  return { floor, floors, unbounded };
}

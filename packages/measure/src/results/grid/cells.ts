import { median, type PairOf, type Ratios, ratios } from '@meteor-vs-mean/stats';
import { widestOf } from '../floor.ts';
import { isCounted } from '../round.ts';
import { type GridFigure, type GridLoad, type GridTarget, type PlannedTable, plannedFigure } from './plan.ts';
import type { GridCell, GridRound, GridTable } from './results.ts';

/** What tables and claims are made from. */
export interface MeasuredGrid {
  seed: number;
  rounds: readonly GridRound[];
  loads: readonly GridLoad[];
  figures: readonly GridFigure[];
  targets: readonly GridTarget[];
}

/** Where a figure was measured. */
export interface Place {
  load: string;
  target: string;
  /** The baseline measured once more. */
  again?: boolean;
}

/** From rounds to a table; void rounds take no part in it. */
export function tableOf(planned: PlannedTable, measured: MeasuredGrid): GridTable {
  const { key, rows, columns, baseline } = planned;
  const figure = plannedFigure(measured.figures, planned.figure);
  return {
    key,
    title: planned.title ?? figure.title,
    figure: figure.name,
    unit: figure.unit,
    better: figure.better,
    baseline,
    rows: [...rows],
    columns: [...columns],
    cells: rows.flatMap((row) => columns.map((column) => cellOf(planned, row, column, measured))),
    ...floorsOf(planned, measured),
    notes: [...(figure.notes ?? []), ...(planned.notes ?? [])],
  };
}

function cellOf(table: PlannedTable, row: string, column: string, measured: MeasuredGrid): GridCell {
  const { figure, baseline } = table;
  const here = { load: row, target: column };
  const values = valuesAt(measured, here, figure).map(({ value }) => value);
  const middle = median(values) ?? null;
  const beyond = values.filter((value) => value === null).length;
  const published = publishedAt(table, row, column);
  const publishedBase = baseline === null ? null : publishedAt(table, row, baseline);
  return {
    row,
    column,
    each: values.filter((value) => value !== null),
    ...(beyond > 0 ? { beyond } : {}),
    middle,
    ratio:
      baseline === null || baseline === column
        ? null
        : ratioOf(measured, figure, here, { load: row, target: baseline }),
    published,
    publishedRatio:
      published === null || publishedBase === null || publishedBase === 0 || baseline === column
        ? null
        : published / publishedBase,
    notRun: middle !== null ? null : whyNot(measured, here, figure),
  };
}

/**
 * Ratios of one place's figure over another's, within repeats.
 * @returns null if no repeat has both as numbers
 */
export function ratioOf(measured: MeasuredGrid, figure: string, a: Place, b: Place): Ratios | null {
  const found = pairsOf(measured, figure, a, b);
  return found && found.each.length > 0 ? found : null;
}

/** The same; undefined if no repeat has both, be it as numbers or beyond what was waited for. */
function pairsOf({ seed, rounds }: MeasuredGrid, figure: string, a: Place, b: Place): Ratios | undefined {
  const [ofA, ofB] = [a, b].map((place) => roundsAt(rounds, place));
  const pairs = [...new Set(rounds.map(({ repeat }) => repeat))].map((repeat): PairOf => {
    const [inA, inB] = [ofA, ofB].map((some) => some?.find((round) => round.repeat === repeat));
    return {
      a: figureOf(inA, figure),
      b: figureOf(inB, figure),
      first: (inB?.round ?? 0) < (inA?.round ?? 0) ? 'b' : 'a',
    };
  });
  return ratios(pairs, { seed });
}

/** One a valid round, in their order; null where it lies beyond what the round waited for. */
export function valuesAt(
  { rounds }: MeasuredGrid,
  place: Place,
  figure: string,
): { repeat: number; value: number | null }[] {
  return roundsAt(rounds, place).flatMap((round) => {
    const value = figureOf(round, figure);
    return value === undefined ? [] : [{ repeat: round.repeat, value }];
  });
}

/** @returns null if it lies beyond what the round waited for; undefined if it couldn't be read, or there is no round */
function figureOf(round: GridRound | undefined, figure: string): number | null | undefined {
  return round?.beyond?.includes(figure) ? null : (round?.figures[figure] ?? undefined);
}

function roundsAt(rounds: readonly GridRound[], { load, target, again = false }: Place): GridRound[] {
  return rounds.filter(
    (round) => isCounted(round) && round.load === load && round.target === target && round.again === again,
  );
}

/** @returns why there is no figure at a place; null if its rounds were void */
export function whyNot(
  { loads, targets, rounds }: MeasuredGrid,
  { load, target }: Place,
  figure: string,
): string | null {
  const found = targets.find(({ key }) => key === target);
  if (!found) return 'there is no such target';
  if (found.notRun !== null) return found.notRun;
  const asked = loads.find(({ key }) => key === load);
  if (!asked) return 'not part of a run of this size';
  if (!asked.targets.includes(target)) return 'not asked of it';
  const valid = roundsAt(rounds, { load, target });
  if (valid.length === 0) return null;
  if (valid.some(({ beyond = [] }) => beyond.includes(figure)))
    return 'it never came while it was waited for';
  return valid.some(({ figures }) => figure in figures) ? 'it can’t be read here' : 'not measured of it';
}

function publishedAt({ published }: PlannedTable, row: string, column: string): number | null {
  return published?.[row]?.[column] ?? null;
}

/**
 * How far A/A ratios lie from 1 at most: their interval's further end; of too few pairs the furthest pair. Where a pair
 * lies beyond what was waited for the others would make the noise look small, so such a load has no number.
 */
function floorsOf(
  { figure, rows, baseline }: PlannedTable,
  measured: MeasuredGrid,
): Pick<GridTable, 'floor' | 'floors' | 'unbounded'> {
  if (baseline === null) return { floor: null };
  const floors: Record<string, number> = {};
  const unbounded: string[] = [];
  for (const row of rows) {
    const place = { load: row, target: baseline };
    const same = pairsOf(measured, figure, { ...place, again: true }, place);
    if (!same) continue;
    if (same.beyond > 0) unbounded.push(row);
    else floors[row] = widestOf(same) - 1;
  }
  const all = Object.values(floors);
  if (unbounded.length > 0) return { floor: null, floors, unbounded };
  return { floor: all.length === 0 ? null : Math.max(...all), floors };
}

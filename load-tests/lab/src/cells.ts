import type { LabCell, LabRound, LabTable, LabTarget } from '@meteor-vs-mean/report';
import { median, type PairOf, type Ratios, ratios } from '@meteor-vs-mean/stats';
import type { Load, PlannedTable } from './experiment.ts';

/** What tables and claims are made from. */
export interface Measured {
  seed: number;
  rounds: readonly LabRound[];
  loads: readonly Load[];
  targets: readonly LabTarget[];
}

/** Where a figure was measured. */
export interface Place {
  load: string;
  target: string;
  /** The baseline measured once more. */
  again?: boolean;
}

/** From rounds to a table; void rounds take no part in it. */
export function tableOf(planned: PlannedTable, measured: Measured): LabTable {
  const { key, title, figure, unit, better, rows, columns, baseline, notes = [] } = planned;
  return {
    ...{ key, title, figure, unit, better, baseline },
    rows: [...rows],
    columns: [...columns],
    cells: rows.flatMap((row) => columns.map((column) => cellOf(planned, row, column, measured))),
    ...floorsOf(planned, measured),
    notes: [...notes],
  };
}

function cellOf(table: PlannedTable, row: string, column: string, measured: Measured): LabCell {
  const { figure, baseline } = table;
  const here = { load: row, target: column };
  const each = valuesAt(measured, here, figure).map(({ value }) => value);
  const published = publishedAt(table, row, column);
  const publishedBase = baseline === null ? null : publishedAt(table, row, baseline);
  return {
    row,
    column,
    each,
    middle: median(each) ?? null,
    ratio:
      baseline === null || baseline === column
        ? null
        : ratioOf(measured, figure, here, { load: row, target: baseline }),
    published,
    publishedRatio:
      published === null || publishedBase === null || publishedBase === 0 || baseline === column
        ? null
        : published / publishedBase,
    notRun: each.length > 0 ? null : whyNot(measured, here, figure),
  };
}

/**
 * Ratios of one place's figure over another's, within repeats.
 * @returns null if no repeat has both
 */
export function ratioOf({ seed, rounds }: Measured, figure: string, a: Place, b: Place): Ratios | null {
  const [ofA, ofB] = [a, b].map((place) => roundsAt(rounds, place));
  const pairs = [...new Set(rounds.map(({ repeat }) => repeat))].map((repeat): PairOf => {
    const [inA, inB] = [ofA, ofB].map((some) => some?.find((round) => round.repeat === repeat));
    return {
      // Null would say that it is beyond what can be measured; here it couldn't be read.
      a: inA?.figures[figure] ?? undefined,
      b: inB?.figures[figure] ?? undefined,
      first: (inB?.round ?? 0) < (inA?.round ?? 0) ? 'b' : 'a',
    };
  });
  return ratios(pairs, { seed }) ?? null;
}

/** One a valid round, in their order. */
export function valuesAt(
  { rounds }: Measured,
  place: Place,
  figure: string,
): { repeat: number; value: number }[] {
  return roundsAt(rounds, place).flatMap(({ repeat, figures }) => {
    const value = figures[figure];
    return value == null ? [] : [{ repeat, value }];
  });
}

function roundsAt(rounds: readonly LabRound[], { load, target, again = false }: Place): LabRound[] {
  return rounds.filter(
    (round) =>
      round.verdict === 'valid' && round.load === load && round.target === target && round.again === again,
  );
}

/** @returns why there is no figure at a place; null if its rounds were void */
export function whyNot(
  { loads, targets, rounds }: Measured,
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
  return valid.some(({ figures }) => figure in figures) ? 'it can’t be read here' : 'not measured of it';
}

function publishedAt({ published = [] }: PlannedTable, row: string, column: string): number | null {
  return published.find(([load, target]) => load === row && target === column)?.[2] ?? null;
}

/** How far A/A ratios lie from 1 at most: their interval's further end; of too few pairs the furthest pair. */
function floorsOf(
  { figure, rows, baseline }: PlannedTable,
  measured: Measured,
): Pick<LabTable, 'floor' | 'floors'> {
  if (baseline === null) return { floor: null };
  const floors = Object.fromEntries(
    rows.flatMap((row) => {
      const place = { load: row, target: baseline };
      const same = ratioOf(measured, figure, { ...place, again: true }, place);
      const ends = same?.interval ? [same.interval.low, same.interval.high] : (same?.each ?? []);
      const logs = ends.map((end) => Math.abs(Math.log(end)));
      return logs.length === 0 ? [] : [[row, Math.exp(Math.max(...logs)) - 1] as const];
    }),
  );
  const all = Object.values(floors);
  return { floor: all.length === 0 ? null : Math.max(...all), floors };
}

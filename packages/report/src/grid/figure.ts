import type { GridCell, GridSummary, GridTable } from '@meteor-vs-mean/measure/results';
import { floorShare } from '../judgement.ts';
import { list, short, whole } from '../numbers.ts';

/** A figure of the lab as people read it, without its unit: whole numbers stay whole. */
export function figureText(value: number): string {
  return Number.isInteger(value) ? whole(value) : short(value);
}

/** What a table is of, with its unit; and its load, if it has but one. */
export function captionOf(summary: Pick<GridSummary, 'loads'>, { title, rows, unit }: GridTable): string {
  const [only] = rows;
  const load = rows.length === 1 && only !== undefined ? `: ${loadTitle(summary, only)}` : '';
  return `${title}${load}${unit === '' ? '' : ` (${unit})`}`;
}

/**
 * The noise floor that a ratio of this load is judged by: 1.03 for 3 %, Infinity where a pair of the A/A lies beyond
 * the drain. That of another load says nothing of it, so without an A/A of its own it has none. Older folders have one
 * for all loads.
 */
export function floorTimes({ floor, floors, unbounded }: GridTable, load: string): number | undefined {
  if (unbounded?.includes(load)) return Number.POSITIVE_INFINITY;
  const own = floors ? floors[load] : floor;
  return own == null ? undefined : 1 + own;
}

/** `±3 %`, or `±3 % to ±12 %` where loads have floors of their own; undefined if none is known, or has a bound. */
export function floorRange(table: GridTable): string | undefined {
  const known = table.rows.flatMap((row) => floorTimes(table, row) ?? []).filter(Number.isFinite);
  if (known.length === 0) return undefined;
  const [least, most] = [floorShare(Math.min(...known)), floorShare(Math.max(...known))];
  return least === most ? `±${most}` : `±${least} to ±${most}`;
}

/** In words, whose noise has no bound; undefined if all have one. */
export function unboundedText(
  summary: Pick<GridSummary, 'loads'>,
  { rows, unbounded }: GridTable,
): string | undefined {
  if (!unbounded) return undefined;
  const loads = rows.length > 1 ? ` under ${list(unbounded.map((load) => loadTitle(summary, load)))}` : '';
  return `no bound${loads}, where a pair of the A/A lies beyond the drain`;
}

export function hasPublished({ published, publishedRatio }: GridCell): boolean {
  return published !== null || publishedRatio !== null;
}

/**
 * Tables that answer: those with a published figure beside, or the first where nothing is published. The others are
 * evidence, and stand behind them.
 */
export function tablesOf({ tables }: Pick<GridSummary, 'tables'>): { first: GridTable[]; also: GridTable[] } {
  const beside = tables.filter(({ cells }) => cells.some(hasPublished));
  const first = beside.length > 0 ? beside : tables.slice(0, 1);
  return { first, also: tables.filter((table) => !first.includes(table)) };
}

/** What a target is called; its key if the summary doesn't know it. */
export function targetTitle({ targets }: Pick<GridSummary, 'targets'>, key: string): string {
  return targets.find((one) => one.key === key)?.title ?? key;
}

export function loadTitle({ loads }: Pick<GridSummary, 'loads'>, key: string): string {
  return loads.find((one) => one.key === key)?.title ?? key;
}

/** Who ran in a round, and under what. */
export function whoOf(summary: Pick<GridSummary, 'targets' | 'loads'>, target: string, load: string): string {
  return `${targetTitle(summary, target)}, ${loadTitle(summary, load)}`;
}

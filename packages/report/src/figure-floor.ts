import { type FigureTable, type Summary, type TableCell, tablesOf } from '@meteor-vs-mean/measure/results';
import { loadTitle } from './contestant.ts';
import { floorShare } from './judgement.ts';
import { list, short, whole } from './numbers.ts';

/** A figure of an experiment's own as people read it, without its unit: whole numbers stay whole. */
export function figureText(value: number): string {
  return Number.isInteger(value) ? whole(value) : short(value);
}

/** What a table is of, with its unit; and its load, if it has but one. */
export function captionOf(summary: Pick<Summary, 'plan'>, { title, rows, unit }: FigureTable): string {
  const [only] = rows;
  const load = rows.length === 1 && only !== undefined ? `: ${loadTitle(only, summary)}` : '';
  return `${title}${load}${unit === '' ? '' : ` (${unit})`}`;
}

/**
 * The noise floor that a ratio of this load is judged by: 1.03 for 3 %, Infinity where a pair of the A/A is beyond
 * what was waited for. A load without an A/A of its own has none: that of another load says nothing of it.
 */
export function floorTimes({ floors, unbounded }: FigureTable, load: string): number | undefined {
  if (unbounded.includes(load)) return Number.POSITIVE_INFINITY;
  const own = floors[load];
  return own === undefined ? undefined : 1 + own;
}

/** `±3 %`, or `±3 % to ±12 %` where loads have floors of their own; undefined if none is known, or has a bound. */
export function floorRange(table: FigureTable): string | undefined {
  const known = table.rows.flatMap((row) => floorTimes(table, row) ?? []).filter(Number.isFinite);
  if (known.length === 0) return undefined;
  const [least, most] = [floorShare(Math.min(...known)), floorShare(Math.max(...known))];
  return least === most ? `±${most}` : `±${least} to ±${most}`;
}

/** In words, whose noise has no bound; undefined if all have one. */
export function unboundedText(
  summary: Pick<Summary, 'plan'>,
  { rows, unbounded }: FigureTable,
): string | undefined {
  if (unbounded.length === 0) return undefined;
  const loads = rows.length > 1 ? ` under ${list(unbounded.map((load) => loadTitle(load, summary)))}` : '';
  return `no bound${loads}, where a pair of the A/A is beyond the drain`;
}

export function hasPublished({ published, publishedRatio }: TableCell): boolean {
  return published !== null || publishedRatio !== null;
}

/**
 * Tables that answer: those with a published figure, or the first where nothing is published. The others are evidence,
 * and come after them.
 */
export function shownTables(summary: Summary): { first: FigureTable[]; also: FigureTable[] } {
  const tables = tablesOf(summary);
  const published = tables.filter(({ cells }) => cells.some(hasPublished));
  const first = published.length > 0 ? published : tables.slice(0, 1);
  return { first, also: tables.filter((table) => !first.includes(table)) };
}

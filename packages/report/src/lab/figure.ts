import { floorShare } from '../judgement.ts';
import { short, whole } from '../numbers.ts';
import type { LabCell, LabSummary, LabTable } from './results.ts';
import { loadTitle } from './titles.ts';

/** A figure of the lab as people read it, without its unit: whole numbers stay whole. */
export function figureText(value: number): string {
  return Number.isInteger(value) ? whole(value) : short(value);
}

/** What a table is of, with its unit; and its load, if it has but one. */
export function captionOf(summary: Pick<LabSummary, 'loads'>, { title, rows, unit }: LabTable): string {
  const [only] = rows;
  const load = rows.length === 1 && only !== undefined ? `: ${loadTitle(summary, only)}` : '';
  return `${title}${load}${unit === '' ? '' : ` (${unit})`}`;
}

/** The noise floor that a ratio of this load is judged by: 1.03 for 3 %. Older folders have one for all loads. */
export function floorTimes({ floor, floors }: LabTable, load: string): number | undefined {
  const own = floors?.[load] ?? floor;
  return own === null ? undefined : 1 + own;
}

/** `±3 %`, or `±3 % to ±12 %` where loads have floors of their own; undefined if none is known. */
export function floorRange(table: LabTable): string | undefined {
  const known = table.rows.flatMap((row) => floorTimes(table, row) ?? []);
  if (known.length === 0) return undefined;
  const [least, most] = [floorShare(Math.min(...known)), floorShare(Math.max(...known))];
  return least === most ? `±${most}` : `±${least} to ±${most}`;
}

export function hasPublished({ published, publishedRatio }: LabCell): boolean {
  return published !== null || publishedRatio !== null;
}

/**
 * Tables that answer: those with a published figure beside, or the first where nothing is published. The others are
 * evidence, and stand behind them.
 */
export function tablesOf({ tables }: Pick<LabSummary, 'tables'>): { first: LabTable[]; also: LabTable[] } {
  const beside = tables.filter(({ cells }) => cells.some(hasPublished));
  const first = beside.length > 0 ? beside : tables.slice(0, 1);
  return { first, also: tables.filter((table) => !first.includes(table)) };
}

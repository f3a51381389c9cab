import type { GridCell, GridSummary, GridTable } from '@meteor-vs-mean/measure/results';
import type { Ratios } from '@meteor-vs-mean/stats';
import { intervalText, judge, ratioText } from '../judgement.ts';
import { list, times } from '../numbers.ts';
import { nothingSaid } from '../void-rounds.ts';
import {
  captionOf,
  figureText,
  floorRange,
  floorTimes,
  loadTitle,
  targetTitle,
  unboundedText,
} from './figure.ts';
import {
  type FlooredClaim,
  type FlooredSummary,
  farOff,
  isUnseen,
  type Outcome,
  outcomeOf,
} from './outcome.ts';

/**
 * What was asked, and the answer here in two sentences made from the numbers: what the first table shows, and how many
 * of the published ratios came out again.
 */
export function gridVerdict(summary: FlooredSummary): string[] {
  const shown = summary.tables.filter(({ cells }) => cells.some(({ middle }) => middle !== null));
  const table = shown.find(({ cells }) => cells.some(({ ratio }) => ratio !== null)) ?? shown[0];
  if (!table) return [summary.question, nothing(summary)];
  return [summary.question, answer(table, summary), publishedSentence(summary)];
}

function nothing({ void: voided, targets }: GridSummary): string {
  if (voided.length > 0) return nothingSaid('all rounds are void', voided);
  const missing = targets.flatMap(({ title, notRun }) => (notRun === null ? [] : [`${title}: ${notRun}`]));
  return `Nothing can be said: nothing was measured.${missing.length > 0 ? ` ${missing.join('; ')}.` : ''}`;
}

/** More targets than this are told by the one with the most and the one with the least. */
const mostTold = 3;

function answer(table: GridTable, summary: GridSummary): string {
  const measured = table.cells.filter(isMeasured);
  if (table.baseline === null || measured.length === 0) return extremes(table, summary);
  const baseline = targetTitle(summary, table.baseline);
  const known = measured.filter(({ ratio }) => ratio.beyond === 0);
  const columns = [...Map.groupBy(known, ({ column }) => column)].map(([column, cells]) => ({
    title: targetTitle(summary, column),
    cells: cells.toSorted((a, b) => a.ratio.mean - b.ratio.mean),
  }));
  const intro = `${captionOf(summary, table)}, as ratios over ${baseline}`;
  const unknown = measured
    .filter((cell) => !known.includes(cell))
    .map(
      (cell) => `${targetTitle(summary, cell.column)} ${one(cell, table)} (${loadTitle(summary, cell.row)})`,
    );
  const floors = [floorRange(table), unboundedText(summary, table)].filter((text) => text !== undefined);
  const rest = [...unknown, ...(floors.length === 0 ? [] : [`noise floor ${floors.join(', ')}`])];
  if (columns.length <= mostTold) {
    const told = columns.map(({ title, cells }) => `${title} ${spread(cells, table, summary)}`);
    return `${intro}: ${[...told, ...rest].join('; ')}.`;
  }
  const sorted = columns.toSorted((a, b) => middleOf(a.cells) - middleOf(b.cells));
  const [least, most] = [sorted[0], sorted.at(-1)] as [(typeof sorted)[number], (typeof sorted)[number]];
  return (
    `${intro}: of ${columns.length} others ${most.title} has the most, ${spread(most.cells, table, summary)}, ` +
    `${[`and ${least.title} the least, ${spread(least.cells, table, summary)}`, ...rest].join('; ')}.`
  );
}

/** A cell with a ratio. */
type MeasuredCell = GridCell & { ratio: Ratios };

const isMeasured = (cell: GridCell): cell is MeasuredCell => cell.ratio !== null;

/** Of cells in the order of their ratios. */
const middleOf = (cells: readonly MeasuredCell[]): number =>
  (cells[Math.floor((cells.length - 1) / 2)] as MeasuredCell).ratio.mean;

/** One ratio with its interval; or the smallest and the largest, and of what. @param cells in the order of their ratios */
function spread(cells: readonly MeasuredCell[], table: GridTable, summary: GridSummary): string {
  const [low, high] = [cells[0], cells.at(-1)] as [MeasuredCell, MeasuredCell];
  if (low === high) return one(low, table);
  const unseen = cells.every(({ ratio, row }) => judge(ratio, floorTimes(table, row)).seen === 'none');
  const at = (cell: MeasuredCell) => `${times(cell.ratio.mean)} (${loadTitle(summary, cell.row)})`;
  return `${at(low)} to ${at(high)}${unseen ? ', no difference seen' : ''}`;
}

function one({ ratio, row }: MeasuredCell, table: GridTable): string {
  return ratioText(ratio, floorTimes(table, row));
}

/** Without ratios: who has the most, and who the least. */
function extremes(table: GridTable, summary: GridSummary): string {
  const cells = table.cells.filter(({ middle }) => middle !== null);
  const sorted = cells.toSorted((a, b) => (a.middle ?? 0) - (b.middle ?? 0));
  const [least, most] = [sorted[0], sorted.at(-1)] as [GridCell, GridCell];
  const value = ({ middle }: GridCell) => figureText(middle ?? 0);
  const where = ({ row }: GridCell) => (table.rows.length > 1 ? `, ${loadTitle(summary, row)}` : '');
  const named = (cell: GridCell) => `${targetTitle(summary, cell.column)} (${value(cell)}${where(cell)})`;
  if (least === most) return `${captionOf(summary, table)}: ${named(most)}.`;
  if (least.middle === most.middle) return `${captionOf(summary, table)}: ${value(most)} each.`;
  return `${captionOf(summary, table)}: the most has ${named(most)}, the least ${named(least)}.`;
}

interface Compared {
  what: string;
  published: string;
  here: number;
  /** Null where the source gives no number. */
  factor: number | null;
  outcome: Outcome;
}

/** A claim that has an outcome. */
function compared(claim: FlooredClaim): Compared[] {
  const { what, published, here, factor } = claim;
  const outcome = outcomeOf(claim);
  if (outcome === undefined || here.ratio === null) return [];
  const text = published.ratio === null ? published.text : times(published.ratio);
  return [{ what, published: text, here: here.ratio, factor, outcome }];
}

/** How many published ratios came out again, how many are others, and which of these is the furthest off. */
function publishedSentence(summary: FlooredSummary): string {
  const all = summary.claims.flatMap(compared);
  const [first] = all;
  if (!first) {
    return summary.source === null
      ? oursSentence(summary)
      : 'None of the published ratios can be set beside these: a side of each was not run or all its rounds are void, or the noise has no bound.';
  }
  const named = ({ what, published, here }: Compared) =>
    `${what} (published ${published}, here ${times(here)})`;
  if (all.length === 1) return `The one published ratio is ${first.outcome}: ${named(first)}.`;
  const of = (outcome: Outcome) => all.filter((one) => one.outcome === outcome);
  const [different, reversed] = [of('different'), of('reversed')];
  const numbers = [
    `${of('reproduced').length} came out again within a factor of ${farOff}`,
    ...(different.length === 0
      ? []
      : [`${different.length} ${different.length === 1 ? 'is' : 'are'} different`]),
    ...(reversed.length === 0 ? [] : [`in ${reversed.length} the other side is ahead here`]),
  ];
  const distance = ({ factor }: Compared) => Math.abs(Math.log(factor ?? 1));
  const furthest = all.reduce((most, one) => (distance(one) > distance(most) ? one : most), first);
  return `Of ${all.length} published ratios ${list(numbers)}: furthest off is ${named(furthest)}.`;
}

/** Of an experiment that was never published: its first two claims. */
function oursSentence({ claims }: FlooredSummary): string {
  const found = claims.flatMap((claim) => {
    const { what, here } = claim;
    if (here.ratio === null) return [];
    const interval = intervalText(here);
    const unseen = isUnseen(claim) ? ', no difference seen' : '';
    return [`${what}: ${times(here.ratio)}${interval === undefined ? '' : ` (${interval})`}${unseen}`];
  });
  const ours = 'The experiment is ours, so there is nothing published to set beside it.';
  return found.length === 0 ? ours : `${found.slice(0, 2).join('; ')}. ${ours}`;
}

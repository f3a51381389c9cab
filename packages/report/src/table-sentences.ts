import { type FigureTable, type Summary, type TableCell, tablesOf } from '@meteor-vs-mean/measure/results';
import type { Ratios } from '@meteor-vs-mean/stats';
import { claimRemark, claimsOf, type FlooredClaim, farOff, type Outcome, outcomeOf } from './claims.ts';
import { loadTitle, nameOf } from './contestant.ts';
import { captionOf, figureText, floorRange, floorTimes, unboundedText } from './figure-floor.ts';
import { afterComma, intervalText, judge, ratioText } from './judgement.ts';
import { list, times } from './numbers.ts';

/** Of own tables: what the first one with ratios shows, and how many of the published ratios came out again. */
export function tableSentences(summary: Summary): string[] {
  const shown = tablesOf(summary).filter(({ cells }) => cells.some(({ middle }) => middle !== null));
  const table = shown.find(({ cells }) => cells.some(({ ratio }) => ratio !== null)) ?? shown[0];
  if (!table) return ['No figures: none could be read in the rounds that count.'];
  return [answer(table, summary), publishedSentence(summary)];
}

/** Of more contestants only the one with the most and the one with the least are named. */
const mostNamed = 3;

function answer(table: FigureTable, summary: Summary): string {
  const measured = table.cells.filter(isMeasured);
  if (table.baseline === null || measured.length === 0) return extremes(table, summary);
  const baseline = nameOf(table.baseline, summary);
  const known = measured.filter(({ ratio }) => ratio.beyond === 0);
  const columns = [...Map.groupBy(known, ({ column }) => column)].map(([column, cells]) => ({
    title: nameOf(column, summary),
    cells: cells.toSorted((a, b) => a.ratio.mean - b.ratio.mean),
  }));
  const intro = `${captionOf(summary, table)}, as ratios over ${baseline}`;
  const unknown = measured
    .filter((cell) => !known.includes(cell))
    .map((cell) => `${nameOf(cell.column, summary)} ${one(cell, table)} (${loadTitle(cell.row, summary)})`);
  const floors = [floorRange(table), unboundedText(summary, table)].filter((text) => text !== undefined);
  const rest = [...unknown, ...(floors.length === 0 ? [] : [`noise floor ${floors.join(', ')}`])];
  if (columns.length <= mostNamed) {
    const named = columns.map(({ title, cells }) => `${title} ${spread(cells, table, summary)}`);
    return `${intro}: ${[...named, ...rest].join('; ')}.`;
  }
  const sorted = columns.toSorted((a, b) => middleOf(a.cells) - middleOf(b.cells));
  const [least, most] = [sorted[0], sorted.at(-1)] as [(typeof sorted)[number], (typeof sorted)[number]];
  return (
    `${intro}: of ${columns.length} others ${most.title} has the most, ${spread(most.cells, table, summary)}, ` +
    `${[`and ${least.title} the least, ${spread(least.cells, table, summary)}`, ...rest].join('; ')}.`
  );
}

/** A cell with a ratio. */
type MeasuredCell = TableCell & { ratio: Ratios };

const isMeasured = (cell: TableCell): cell is MeasuredCell => cell.ratio !== null;

/** Of cells in the order of their ratios. */
const middleOf = (cells: readonly MeasuredCell[]): number =>
  (cells[Math.floor((cells.length - 1) / 2)] as MeasuredCell).ratio.mean;

/** One ratio with its interval; or the smallest and the largest, and of what. @param cells in the order of their ratios */
function spread(cells: readonly MeasuredCell[], table: FigureTable, summary: Summary): string {
  const [low, high] = [cells[0], cells.at(-1)] as [MeasuredCell, MeasuredCell];
  if (low === high) return one(low, table);
  const remarks = cells.map(({ ratio, row }) => judge(ratio, floorTimes(table, row)).remark);
  const isUnseen = remarks.every((remark) => remark !== undefined);
  const below = remarks.find((remark) => remark === 'below our noise threshold');
  const at = (cell: MeasuredCell) => `${times(cell.ratio.mean)} (${loadTitle(cell.row, summary)})`;
  return `${at(low)} to ${at(high)}${isUnseen ? afterComma(below ?? remarks[0]) : ''}`;
}

function one({ ratio, row }: MeasuredCell, table: FigureTable): string {
  return ratioText(ratio, floorTimes(table, row));
}

/** Without ratios: who has the most, and who the least. */
function extremes(table: FigureTable, summary: Summary): string {
  const cells = table.cells.filter(({ middle }) => middle !== null);
  const sorted = cells.toSorted((a, b) => (a.middle ?? 0) - (b.middle ?? 0));
  const [least, most] = [sorted[0], sorted.at(-1)] as [TableCell, TableCell];
  const value = ({ middle }: TableCell) => figureText(middle ?? 0);
  const where = ({ row }: TableCell) => (table.rows.length > 1 ? `, ${loadTitle(row, summary)}` : '');
  const named = (cell: TableCell) => `${nameOf(cell.column, summary)} (${value(cell)}${where(cell)})`;
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
function publishedSentence(summary: Summary): string {
  const all = claimsOf(summary).flatMap(compared);
  const [first] = all;
  if (!first) {
    return summary.plan.source === null
      ? oursSentence(summary)
      : 'None of the published ratios can be compared with these: a side of each was not run or all its rounds are void, or the noise has no bound.';
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
function oursSentence(summary: Summary): string {
  const found = claimsOf(summary).flatMap((claim) => {
    const { what, here } = claim;
    if (here.ratio === null) return [];
    const interval = intervalText(here);
    const unseen = afterComma(claimRemark(claim));
    return [`${what}: ${times(here.ratio)}${interval === undefined ? '' : ` (${interval})`}${unseen}`];
  });
  const ours = 'The experiment is ours, so there is nothing published to compare it with.';
  return found.length === 0 ? ours : `${found.slice(0, 2).join('; ')}. ${ours}`;
}

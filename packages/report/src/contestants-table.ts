import {
  type AppResult,
  audienceOf,
  type CompareSummary,
  type Comparison,
  deliveryFigures,
  type Figure,
  figureOf,
  hasDeliveries,
} from '@meteor-vs-mean/measure/results';
import { comparisonName, comparisonsOf, mostColumns, settingsOf, titleOf } from './contestant.ts';
import { type Cell, cell, type Note, type Row, type Table, tableWith } from './document.ts';
import { labelOf, ratioCellOf, ratioNotes } from './judgement.ts';
import { list, show, smallPercent, whole } from './numbers.ts';

/** Of each contestant one cell: a row where each of them has a column, a column where each has a row. */
export interface Line {
  row: string;
  /** It belongs to the row above. */
  under?: boolean | undefined;
  /** Heads its column; a line without one is left out where contestants are many. */
  column?: Cell | undefined;
  /** Whose ratios are next to it. */
  figure?: Figure;
  of(one: AppResult): Cell;
}

/** Few contestants are columns, with the ratios of the one comparison that there is; many are rows. */
export function contestantsTable(
  load: string,
  contestants: readonly AppResult[],
  lines: readonly Line[],
  summary: CompareSummary,
  caption: string,
): Table {
  if (contestants.length > mostColumns) {
    const columns = lines.filter(({ column }) => column);
    return tableWith(
      caption,
      ['contestant', ...columns.map(({ column }) => column as Cell)],
      contestants.map((one) => ({
        label: titleOf(one, summary.stacks),
        cells: columns.map(({ of }) => of(one)),
      })),
    );
  }
  const ratios = lines.some(({ figure }) => figure) ? comparisonsOf(summary, load) : [];
  const [comparison] = ratios.length === 1 ? ratios : [];
  return tableWith(
    caption,
    [
      caption,
      ...contestants.map((one) => ({ text: titleOf(one, summary.stacks), sub: settingsOf(one) })),
      ...(comparison
        ? [{ text: 'ratio', sub: comparisonName({ ...comparison, title: null }, summary) }]
        : []),
    ],
    lines.map(({ row, under = false, figure, of }): Row => {
      const name = figure?.name ?? '';
      const ratio = ratioCellOf(summary, name, comparison);
      return { label: row, under, cells: [...contestants.map(of), ...(comparison ? [ratio] : [])] };
    }),
    comparison ? ratioNotes([comparison], summary) : [],
  );
}

const perDelivery = ['appCpu_ms_per_1000', 'mongodCpu_ms_per_1000'];

/** Latency, CPU and memory of rounds that delivered. What an older run doesn't know has no line. */
export function deliveryLines(contestants: readonly AppResult[]): Line[] {
  // Where each write is one delivery, CPU per delivery says nothing that CPU per write doesn't.
  const isOwn = contestants.every((one) => audienceOf(one) === 'own');
  const known = deliveryFigures
    .filter(({ name }) => !(isOwn && perDelivery.includes(name)))
    .filter(
      (figure) =>
        figure.kind === 'latency' ||
        contestants.some(({ figures }) => {
          const found = figures[figure.name];
          return found !== undefined && !(figure.ofSome && found.value === null);
        }),
    );
  return known.map((figure) => ({
    row: figure.row,
    under: figure.under,
    column: figure.column === undefined ? undefined : cell(figure.column),
    figure,
    of: (one) => valueCell(figureOf(one, figure), figure),
  }));
}

export function valueCell(value: number | null | undefined, { shown }: Pick<Figure, 'shown'>): Cell {
  return cell(show(value, shown), value === null ? 'bad' : undefined);
}

/** What was lost of all that was owed. */
export function lostCell(lost: number, expected: number): Cell {
  return lost === 0 ? cell('0') : { text: whole(lost), sub: smallPercent(lost / expected), tone: 'bad' };
}

export const lostLine: Line = {
  row: 'lost',
  under: true,
  column: cell('lost'),
  of(one) {
    const { lost, expected } = one.counts;
    if (!hasDeliveries(one)) return cell('-');
    return lostCell(lost, expected);
  },
};

export const roundsLine: Line = {
  row: 'rounds',
  column: cell('rounds'),
  of: ({ rounds: { counted, noisy, void: voided } }) => ({
    text: `${counted}`,
    ...(noisy + voided > 0
      ? {
          sub: [noisy > 0 ? `${noisy} noisy` : [], voided > 0 ? `${voided} void` : []].flat().join(', '),
          tone: 'warning',
        }
      : {}),
  }),
};

/** What the server really observed with, read from it: a mode that can't serve a cursor falls back to another driver. */
export function driverNotes(contestants: readonly AppResult[]): Note[] {
  const byDriver = Map.groupBy(
    contestants.filter(({ drivers }) => drivers.length > 0),
    ({ drivers }) => drivers.join(' and '),
  );
  return [...byDriver].map(([driver, those]) => ({
    text: `Observed with ${driver}, as the server says: ${list(those.map(({ key }) => key))}.`,
    tone: 'faint',
  }));
}

/** Ratios of several comparisons: a row each, a column a figure. */
export function comparisonsTable(
  caption: string,
  comparisons: readonly Comparison[],
  summary: CompareSummary,
): Table {
  const names = [...new Set(comparisons.flatMap(({ figures }) => Object.keys(figures)))];
  return tableWith(
    `${caption}: ratios`,
    ['ratio', ...names.map((name) => cell(labelOf(name)))],
    comparisons.map((one) => ({
      label: comparisonName(one, summary),
      cells: names.map((name) => ratioCellOf(summary, name, one)),
    })),
    ratioNotes(comparisons, summary),
  );
}

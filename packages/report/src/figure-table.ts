import {
  type FigureTable,
  isApp,
  type Summary,
  type TableCell,
  tablesOf,
} from '@meteor-vs-mean/measure/results';
import { loadTitle, nameOf } from './contestant.ts';
import { type Cell, cell, type Note, type Row, rowOf, type Table, tableWith } from './document.ts';
import {
  captionOf,
  figureText,
  floorRange,
  floorTimes,
  hasPublished,
  unboundedText,
} from './figure-floor.ts';
import { floorShare, ratioCell } from './judgement.ts';
import { count, list, times } from './numbers.ts';

/** One figure: loads, under each its contestants, what was measured here and what was published. */
export function figureTable(table: FigureTable, summary: Summary): Table {
  const { rows, cells } = table;
  const caption = ownCaption(table, summary);
  const columns = columnsOf(table, summary);
  const grouped = rows.length > 1;
  const said = new Set<string>();
  return tableWith(
    caption,
    [caption, ...columns.map(({ head }) => head)],
    rows.flatMap((row): Row[] => {
      const mine = cells.filter((one) => one.row === row && !isLeftOut(one, summary));
      const lines = mine.map(
        (one): Row => ({
          label: `${nameOf(one.column, summary)}${notRunText(one, said)}`,
          ...(grouped ? { under: true } : {}),
          cells: columns.map((column) => column.of(one)),
        }),
      );
      if (!grouped || mine.length === 0) return lines;
      const heads = columns.map(({ ofLoad }) => ofLoad?.(row) ?? cell(''));
      return [{ label: loadTitle(row, summary), cells: heads }, ...lines];
    }),
    notesOf(table, summary),
  );
}

/** Of two tables of one figure the caption says what their ratios are over, or their loads. */
function ownCaption(table: FigureTable, summary: Summary): string {
  const caption = captionOf(summary, table);
  const isShared = tablesOf(summary).some(
    (one) => one.key !== table.key && captionOf(summary, one) === caption,
  );
  if (!isShared) return caption;
  if (table.baseline !== null) return `${caption}, next to ${nameOf(table.baseline, summary)}`;
  const ends = [table.rows.at(0), table.rows.at(-1)].flatMap((row) =>
    row === undefined ? [] : loadTitle(row, summary),
  );
  return `${caption}, ${[...new Set(ends)].join(' to ')}`;
}

interface Column {
  head: Cell;
  of(one: TableCell): Cell;
  /** In the row of the load's title, where a table has several loads. */
  ofLoad?(row: string): Cell;
}

function columnsOf(table: FigureTable, summary: Summary): Column[] {
  const columns: Column[] = [{ head: cell('here'), of: hereCell }];
  if (table.baseline !== null) {
    columns.push({
      head: { text: 'ratio', sub: `over ${nameOf(table.baseline, summary)}` },
      of: ({ ratio, row }) => ratioCell(ratio ?? undefined, floorTimes(table, row)),
      ofLoad: (row) => {
        const own = floorTimes(table, row);
        if (own === undefined) return cell('no floor', 'faint');
        return cell(Number.isFinite(own) ? `floor ±${floorShare(own)}` : 'floor without a bound', 'faint');
      },
    });
  }
  if (table.cells.some(hasPublished)) columns.push({ head: cell('published'), of: publishedCell });
  return columns;
}

/** A figure's middle, and the range of its rounds; what never came while it was waited for is called so. */
export function hereCell({ middle, each, beyond }: TableCell): Cell {
  const never = `never in ${count(beyond, 'round')}`;
  if (middle === null) return beyond > 0 ? { text: 'never', sub: never, tone: 'bad' } : cell('-', 'faint');
  const text = figureText(middle);
  if (beyond > 0) return { text, sub: never, tone: 'bad' };
  const [low, high] = [figureText(Math.min(...each)), figureText(Math.max(...each))];
  return low === high ? cell(text) : { text, sub: `${low} to ${high}` };
}

function publishedCell({ published, publishedRatio }: TableCell): Cell {
  const ratio = publishedRatio === null ? undefined : `ratio ${times(publishedRatio)}`;
  if (published === null) return cell(ratio ?? '');
  return { text: figureText(published), ...(ratio === undefined ? {} : { sub: ratio }) };
}

/** A contestant that could run, but has no figure at this load: named under the table. What is void keeps its row. */
function isLeftOut(one: TableCell, { plan }: Summary): boolean {
  const found = plan.contestants.find(({ key }) => key === one.column);
  const runs = found !== undefined && (isApp(found) || found.notRun === null);
  return one.notRun !== null && runs && one.beyond === 0 && !hasPublished(one);
}

/** The reason is said once a table. */
function notRunText({ middle, notRun, beyond }: TableCell, said: Set<string>): string {
  if (middle !== null || beyond > 0) return '';
  if (notRun === null) return ' (all rounds are void)';
  if (said.has(notRun)) return ' (not run)';
  said.add(notRun);
  return ` (not run: ${notRun.replace(/\.$/, '')})`;
}

function notesOf(table: FigureTable, summary: Summary): Note[] {
  const { better, cells, notes, baseline } = table;
  const most = Math.max(0, ...cells.map(({ each }) => each.length));
  const method = cells.find(({ ratio }) => ratio?.interval)?.ratio?.interval?.method;
  const behind = method
    ? `95 % interval: ${method}`
    : 'behind each is their range: fewer than six have no interval';
  const words = [
    `${better === 'more' ? 'More' : 'Less'} is better.`,
    ...(most > 1 ? [`Here: the middle of up to ${most} rounds, and their range.`] : []),
    ...(baseline === null ? [] : [`Ratios are within pairs; ${behind}.`]),
    ...leftOutTexts(table, summary),
  ];
  return [
    ...notes.map((text): Note => ({ text })),
    { text: words.join(' '), tone: 'faint' },
    ...(baseline === null
      ? []
      : [{ text: floorText(table, summary, nameOf(baseline, summary)), tone: 'faint' } as const]),
  ];
}

function leftOutTexts({ cells, rows }: FigureTable, summary: Summary): string[] {
  const left = cells.filter((one) => isLeftOut(one, summary));
  return [...Map.groupBy(left, ({ notRun }) => notRun)].map(([reason, those]) => {
    const each = [...Map.groupBy(those, ({ row }) => row)].map(([row, mine]) => {
      const names = list(mine.map(({ column }) => nameOf(column, summary)));
      return rows.length > 1 ? `${names} (${loadTitle(row, summary)})` : names;
    });
    return `Left out, ${reason}: ${each.join('; ')}.`;
  });
}

function floorText(table: FigureTable, summary: Summary, baseline: string): string {
  const floor = floorRange(table);
  const unbounded = unboundedText(summary, table);
  if (!floor && !unbounded) return 'Noise floor: not known, as nothing was measured against itself.';
  const isOfLoads = table.rows.length > 1;
  const within = floor && `${baseline} against itself lay within ${floor}${isOfLoads ? ', by load' : ''}`;
  return (
    `Noise floor: ${[within, unbounded].filter((text) => text !== undefined).join('; ')}. ` +
    `A difference inside ${isOfLoads ? 'that of its load' : 'it'} is called "below our noise threshold", or "no difference seen" if its interval holds 1.` +
    (table.rows.every((row) => floorTimes(table, row) !== undefined)
      ? ''
      : ' Under a load without a floor the baseline was not measured twice: its ratios are judged by their intervals alone.')
  );
}

/** All that was measured at one load: figures down, contestants across; of two contestants their ratio. */
export function loadTable(summary: Summary, load: string): Table {
  const tables = tablesOf(summary).filter(({ rows }) => rows.includes(load));
  const columns = summary.plan.contestants
    .map(({ key }) => key)
    .filter((key) => tables.some((table) => table.columns.includes(key)));
  const baseline = tables.find((table) => table.baseline !== null)?.baseline;
  const ratioOf = columns.length === 2 && baseline ? columns.find((key) => key !== baseline) : undefined;
  const caption = loadTitle(load, summary);
  return tableWith(
    caption,
    [
      caption,
      ...columns.map((key) => cell(nameOf(key, summary))),
      ...(ratioOf === undefined ? [] : [cell(`over ${nameOf(baseline as string, summary)}`)]),
    ],
    tables.flatMap((table): Row[] => {
      const cells = columns.map((key) => cellAt(table, load, key));
      // Some steps are of another load, or of a stack that isn't here.
      if (!cells.some((one) => one && (one.middle !== null || one.beyond > 0))) return [];
      const ratio = ratioOf === undefined ? undefined : cellAt(table, load, ratioOf)?.ratio;
      return [
        rowOf(`${table.title}${table.unit === '' ? '' : `, ${table.unit}`}`, [
          ...cells.map((one) => (one ? hereCell(one) : cell('-', 'faint'))),
          ...(ratioOf === undefined ? [] : [ratio ? ratioCell(ratio, floorTimes(table, load)) : cell('')]),
        ]),
      ];
    }),
    [...new Set(tables.flatMap(({ notes }) => notes))].map((text) => ({ text })),
  );
}

function cellAt({ cells }: FigureTable, load: string, contestant: string): TableCell | undefined {
  return cells.find(({ row, column }) => row === load && column === contestant);
}

import { type FigureTable, type Summary, type TableCell, tablesOf } from '@meteor-vs-mean/measure/results';
import { loadTitle, nameOf } from './contestant.ts';
import { cell, type Row, rowOf, type Table, tableWith } from './document.ts';
import { floorTimes } from './figure-floor.ts';
import { hereCell } from './figure-table.ts';
import { ratioCell } from './judgement.ts';

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

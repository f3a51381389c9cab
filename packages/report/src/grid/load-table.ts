import type { GridCell, GridSummary, GridTable } from '@meteor-vs-mean/measure/results';
import { cell, type Row, rowOf, type Table, tableWith } from '../document.ts';
import { ratioCell } from '../judgement.ts';
import { floorTimes, loadTitle, targetTitle } from './figure.ts';
import { hereCell } from './figures-table.ts';

/** All that was measured under one load: figures down, targets across; beside two targets their ratio. */
export function loadTable(summary: GridSummary, load: string): Table {
  const tables = summary.tables.filter(({ rows }) => rows.includes(load));
  const columns = summary.targets
    .map(({ key }) => key)
    .filter((key) => tables.some((table) => table.columns.includes(key)));
  const baseline = tables.find((table) => table.baseline !== null)?.baseline;
  const ratioOf = columns.length === 2 && baseline ? columns.find((key) => key !== baseline) : undefined;
  const caption = loadTitle(summary, load);
  return tableWith(
    caption,
    [
      caption,
      ...columns.map((key) => cell(targetTitle(summary, key))),
      ...(ratioOf === undefined ? [] : [cell(`over ${targetTitle(summary, baseline as string)}`)]),
    ],
    tables.flatMap((table): Row[] => {
      const cells = columns.map((key) => cellAt(table, load, key));
      // Some steps are of another load, or of a stack that isn't here.
      if (!cells.some((one) => one && (one.middle !== null || one.beyond))) return [];
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

function cellAt({ cells }: GridTable, load: string, target: string): GridCell | undefined {
  return cells.find(({ row, column }) => row === load && column === target);
}

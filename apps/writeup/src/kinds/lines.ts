import { rowOf, short, type Table, tableWith, whole } from '@meteor-vs-mean/report/drawing';
import { type Count, countLines, type Lines, linesUnder } from '../code/count.ts';
import { linesChart } from '../code/lines-chart.ts';
import { needed, others, type Part } from '../code/parts.ts';
import { type Recorded, recordedOf } from './recorded.ts';
import { heads, stacks } from './stacks.ts';

const shared: readonly [title: string, folder: string][] = [
  ['Contract', 'packages/contract/src'],
  ['Guards without a framework', 'packages/guards/src'],
  ["Style sheet, on top of TodoMVC's", 'packages/style/src'],
];

/**
 * Lines of code of both apps, counted in the sources at each build. Figures: `<part>.<stack>` and, where both have lines,
 * `<part>.ratio` (MEAN over Meteor) of each part in code/parts.ts and of `all` that both need; `all.difference`.
 * @throws one line for a file that is in no part
 */
export async function openLines(): Promise<Recorded> {
  const count = await countLines();
  const all = needed.map((part) => count.get(part) as Lines).reduce(plus);
  const named = [...count].map(([{ name }, lines]) => [name, lines] as const);
  const figures = new Map([['all.difference', whole(all.mean - all.meteor)]]);
  for (const [name, lines] of [...named, ['all', all] as const]) {
    for (const stack of stacks) figures.set(`${name}.${stack}`, whole(lines[stack]));
    if (lines.meteor > 0 && lines.mean > 0) figures.set(`${name}.ratio`, short(lines.mean / lines.meteor));
  }
  return recordedOf(figures, null, {
    charts: [linesChart('parts', needed, count)],
    tables: [
      partsTable('Lines by part', needed, count, [row('Sum', all)]),
      partsTable('Lines that are not in the sum', others, count),
      await sharedTable(),
    ],
  });
}

function plus(one: Lines, other: Lines): Lines {
  return { meteor: one.meteor + other.meteor, mean: one.mean + other.mean };
}

function partsTable(title: string, parts: readonly Part[], count: Count, last: Table['rows'] = []): Table {
  return tableWith(
    title,
    ['part', ...heads, 'MEAN / Meteor'],
    [...parts.map((part) => row(part.title, count.get(part) as Lines)), ...last],
    parts.map((part) => ({ text: `${part.title}: ${part.what}.` })),
  );
}

function row(title: string, lines: Lines): Table['rows'][number] {
  const hasBoth = lines.meteor > 0 && lines.mean > 0;
  return rowOf(title, [
    ...stacks.map((stack) => (lines[stack] === 0 ? 'none' : whole(lines[stack]))),
    hasBoth ? short(lines.mean / lines.meteor) : '-',
  ]);
}

async function sharedTable(): Promise<Table> {
  const rows = shared.map(async ([title, folder]) => rowOf(title, [whole(await linesUnder(folder))]));
  return tableWith('Lines that both apps share', ['from', 'lines'], await Promise.all(rows));
}

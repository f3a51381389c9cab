import {
  type Cell,
  cell,
  type Row,
  rowOf,
  short,
  type Table,
  tableWith,
  whole,
} from '@meteor-vs-mean/report/drawing';
import { type Count, type CountedPart, countLines, type Lines } from '../code/count.ts';
import { linesChart } from '../code/lines-chart.ts';
import { type Recorded, recordedOf } from './recorded.ts';
import { heads, stacks } from './stacks.ts';

/**
 * Lines of code of both apps, counted in the sources at each build. Figures: `<part>.<stack>` and `<part>.ratio` (MEAN over
 * Meteor) of each part in code/parts.ts, of `all` that both need, and of `nopages`, which is that without pages;
 * `all.difference`, `live.difference`; `contract`, `contract.mean`, `style`.
 * @throws one line for a file that is in no part
 */
export async function openLines(): Promise<Recorded> {
  const count = await countLines();
  return recordedOf(figuresOf(count), null, {
    charts: [linesChart('parts', count.needed)],
    tables: [neededTable(count), othersTable(count), sharedTable(count)],
  });
}

function figuresOf(count: Count): Map<string, string> {
  const figures = new Map([
    ['contract', whole(count.contract)],
    ['contract.mean', whole(count.contractOfMean)],
    ['style', whole(count.style)],
  ]);
  const set = (name: string, lines: Lines) => {
    for (const stack of stacks) figures.set(`${name}.${stack}`, whole(lines[stack]));
    if (lines.meteor > 0 && lines.mean > 0) figures.set(`${name}.ratio`, ratioText(lines));
  };
  for (const { part, lines } of [...count.needed, ...count.others]) set(part.name, lines);
  set('all', sum(count.needed));
  set('nopages', sum(count.needed.filter(({ part }) => part.name !== 'pages')));
  const setDifference = (name: string, { meteor, mean }: Lines) =>
    figures.set(`${name}.difference`, whole(mean - meteor));
  setDifference('all', sum(count.needed));
  setDifference('live', sum(count.needed.filter(({ part }) => part.name === 'live')));
  return figures;
}

function sum(parts: readonly CountedPart[]): Lines {
  const of = (stack: keyof Lines) => parts.reduce((total, { lines }) => total + lines[stack], 0);
  return { meteor: of('meteor'), mean: of('mean') };
}

function neededTable({ needed }: Count): Table {
  const total = sum(needed);
  return tableWith(
    'Lines that both need, by part',
    ['part', ...heads, 'MEAN / Meteor'],
    [...needed.map(partRow), rowOf('Sum', [whole(total.meteor), whole(total.mean), ratioText(total)])],
    [
      ...notesOf(needed),
      { text: 'Lines of code. Blank lines and lines that hold a comment alone are not in it.' },
    ],
  );
}

function othersTable({ others }: Count): Table {
  return tableWith(
    'Lines that only one has, or that are not of the app itself',
    ['part', ...heads, 'MEAN / Meteor'],
    others.map(partRow),
    notesOf(others),
  );
}

function sharedTable({ contract, contractOfMean, style }: Count): Table {
  const row = (label: string, lines: number): Row => rowOf(label, [whole(lines)]);
  return tableWith(
    'Lines that both apps share',
    ['from', 'lines'],
    [
      row('Contract', contract),
      { ...row("of it for MEAN's wire alone", contractOfMean), under: true },
      row('Style sheet, upon that of TodoMVC', style),
      row('Both', contract + style),
    ],
  );
}

function notesOf(parts: readonly CountedPart[]): { text: string }[] {
  return parts.map(({ part }) => ({ text: `${part.title}: ${part.what}.` }));
}

function partRow({ part, lines }: CountedPart): Row {
  const counts = stacks.map((stack): Cell => cell(lines[stack] === 0 ? 'none' : whole(lines[stack])));
  return rowOf(part.title, [...counts, lines.meteor > 0 && lines.mean > 0 ? ratioText(lines) : '-']);
}

function ratioText({ meteor, mean }: Lines): string {
  return short(mean / meteor);
}

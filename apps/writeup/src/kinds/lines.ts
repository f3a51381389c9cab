import {
  type Account,
  type AppName,
  countLines,
  type Lines,
  type PartName,
  partNames,
  parts,
  shared,
  sum,
  total,
} from '@meteor-vs-mean/code';
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
import { linesChart } from '../code/lines-chart.ts';
import { type Recorded, recordedOf } from './recorded.ts';
import { heads, stacks } from './stacks.ts';

/**
 * Lines of both apps, counted in the sources as they are. Figures: `<part>.<stack>` (code), `<part>.comments.<stack>`,
 * `<part>.files.<stack>`, with `all` for what both need, `nopages` for that without pages, and each part of packages/code/src/parts.ts by its name;
 * `<part>.ratio` (MEAN over Meteor), `all.difference`, `live.difference`; `contract`, `contract.mean`,
 * `style`.
 * @throws one line for a file that is in no part or in two
 */
export async function openLines(): Promise<Recorded> {
  const account = await countLines();
  return recordedOf(figuresOf(account), null, {
    charts: [linesChart('parts', account)],
    tables: [bothTable(account), besideTable(account), sharedTable(account)],
  });
}

function figuresOf(account: Account): Map<string, string> {
  const figures = new Map<string, string>();
  const set = (name: string, of: Record<AppName, Lines>) => {
    for (const stack of stacks) {
      figures.set(`${name}.${stack}`, whole(of[stack].code));
      figures.set(`${name}.comments.${stack}`, whole(of[stack].comment));
    }
    if (of.meteor.code > 0 && of.mean.code > 0)
      figures.set(`${name}.ratio`, short(of.mean.code / of.meteor.code));
  };
  for (const name of partNames) {
    const { meteor, mean } = account.parts[name];
    set(name, { meteor: meteor.lines, mean: mean.lines });
    figures.set(`${name}.files.meteor`, whole(meteor.files.length));
    figures.set(`${name}.files.mean`, whole(mean.files.length));
  }
  const all = { meteor: total(account, 'meteor'), mean: total(account, 'mean') };
  set('all', all);
  const rest = partNames.filter((name) => parts[name].kind === 'both' && name !== 'pages');
  const without = (stack: AppName) => sum(rest.map((name) => account.parts[name][stack].lines));
  set('nopages', { meteor: without('meteor'), mean: without('mean') });
  const difference = all.mean.code - all.meteor.code;
  figures.set('all.difference', whole(difference));
  const live = account.parts.live;
  figures.set('live.difference', whole(live.mean.lines.code - live.meteor.lines.code));
  for (const name of Object.keys(shared) as (keyof typeof shared)[]) {
    figures.set(name, whole(account.shared[name].lines.code));
  }
  figures.set('contract.mean', whole(account.contractOfMean.lines.code));
  return figures;
}

/** What both apps need, and the sum. */
function bothTable(account: Account): Table {
  const names = partNames.filter((name) => parts[name].kind === 'both');
  const [meteor, mean] = [total(account, 'meteor'), total(account, 'mean')];
  return tableWith(
    'Lines that both need, by part',
    ['part', ...heads, 'MEAN / Meteor'],
    [
      ...names.map((name) => partRow(account, name)),
      rowOf('Sum', [...countCells(meteor), ...countCells(mean), short(mean.code / meteor.code)]),
    ],
    [
      ...names.map((name) => ({ text: `${parts[name].title}: ${parts[name].what}.` })),
      { text: 'Lines of code; behind them lines that hold a comment alone. Blank lines are in neither.' },
    ],
  );
}

function besideTable(account: Account): Table {
  const names = partNames.filter((name) => parts[name].kind === 'one' || parts[name].kind === 'beside');
  return tableWith(
    'Lines that only one has, or that are not of the app itself',
    ['part', ...heads, 'MEAN / Meteor'],
    names.map((name) => partRow(account, name)),
    names.map((name) => ({ text: `${parts[name].title}: ${parts[name].what}.` })),
  );
}

function sharedTable(account: Account): Table {
  const { contract, style } = account.shared;
  const row = (label: string, lines: Lines): Row => rowOf(label, countCells(lines));
  return tableWith(
    'Lines that both apps share',
    ['from', 'lines'],
    [
      row('Contract', contract.lines),
      { ...row("of it for MEAN's wire alone", account.contractOfMean.lines), under: true },
      row('Style sheet, upon that of TodoMVC', style.lines),
      row('Both', sum([contract.lines, style.lines])),
    ],
  );
}

function partRow(account: Account, name: PartName): Row {
  const { meteor, mean } = account.parts[name];
  const ratio =
    meteor.lines.code > 0 && mean.lines.code > 0 ? short(mean.lines.code / meteor.lines.code) : '-';
  return rowOf(parts[name].title, [...countCells(meteor.lines), ...countCells(mean.lines), ratio]);
}

function countCells({ code, comment }: Lines): Cell[] {
  if (code === 0) return [cell('none')];
  return [comment === 0 ? cell(whole(code)) : { text: whole(code), sub: `+ ${whole(comment)}` }];
}

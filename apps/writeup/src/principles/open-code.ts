import { cell, type Row, rowOf, type Table, tableWith, whole } from '@meteor-vs-mean/report/drawing';
import { type Recorded, recordedOf } from '../kinds/recorded.ts';
import { type AppName, heads, stacks, titles } from '../kinds/stacks.ts';
import { type CodeOfPrinciple, codeOfPrinciples } from './code-of-principles.ts';
import type { Excerpt } from './excerpt.ts';

/**
 * How much code each app has for each principle, counted in the sources as they are. Figures: `<number>.<stack>` and
 * `all.<stack>`. The section `where` has a link to the lines of each part.
 * @throws one line if something that is counted is gone
 */
export async function openCodeOfPrinciples(): Promise<Recorded> {
  const all = codeOfPrinciples();
  const total = (stack: AppName) => all.reduce((sum, each) => sum + each[stack].code, 0);
  const figures = new Map(
    stacks.flatMap((stack) => [
      ...all.map((each): [string, string] => [`${each.number}.${stack}`, whole(each[stack].code)]),
      [`all.${stack}`, whole(total(stack))],
    ]),
  );
  const counts: Table = tableWith(
    'Lines of code for each principle',
    ['principle', ...heads],
    [...all.flatMap(rowsOf), { label: 'Sum', cells: stacks.map((stack) => cell(whole(total(stack)))) }],
  );
  return recordedOf(figures, null, {
    tables: [counts],
    sections: [
      {
        id: 'where',
        title: 'Where these lines are',
        blocks: [{ kind: 'fold', summary: 'Where these lines are', blocks: [places(all)] }],
      },
    ],
  });
}

function rowsOf(each: CodeOfPrinciple): Row[] {
  const counts = stacks.map((stack) => cell(each[stack].code === 0 ? 'none' : whole(each[stack].code)));
  const rows: Row[] = [{ label: `${each.number}. ${each.name}`, cells: counts }];
  const others = stacks.map((stack) => cell(each[stack].besides));
  if (others.every(({ text }) => text === '')) return rows;
  return [...rows, { label: 'by others', under: true, cells: others }];
}

function places(all: readonly CodeOfPrinciple[]): Table {
  return tableWith(
    'Where the lines for each principle are',
    ['principle', 'where', 'lines of code'],
    all.flatMap((each) =>
      stacks.flatMap((stack) => each[stack].excerpts.map((one) => place(each.number, stack, one))),
    ),
  );
}

/** The link is written as in a page: repository-links.ts makes it lead somewhere. */
function place(number: number, stack: AppName, { path, first, last, code }: Excerpt): Row {
  const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  return rowOf(`${number}, ${titles[stack]}`, [`[${path}, ${lines}](repo:${path}#L${first})`, whole(code)]);
}

import type { RecordedPrinciples } from '@meteor-vs-mean/conformance';
import { type Cell, type Row, rowOf, type Table, tableWith } from '@meteor-vs-mean/report/drawing';
import type { Drawings } from '../kinds/json.ts';
import { heads } from '../kinds/stacks.ts';

type Finding = RecordedPrinciples['findings']['meteor'][number];

const held: Cell = { text: 'holds', tone: 'good' };
const missing: Cell = { text: 'does not hold', tone: 'warning' };

/** By principle, what the comparison of 2017 says of Meteor. */
const scoredOfMeteor: Readonly<Record<number, string>> = {
  1: 'by packages',
  2: 'built in',
  3: 'built in',
  4: 'built in',
  5: 'by packages',
  6: 'built in',
  7: 'no matter for a framework',
};
/** And of MEAN, of all seven in one sentence. */
const scoredOfMean = 'pieces only with Socket.io';

/**
 * What both apps answered: `which-hold`, and of each principle its questions, as `principle-1` to `principle-7`; and
 * `scored-in-2017-and-seen-today`.
 * @throws one line if an answer lacks its counterpart
 */
export function drawPrinciples({ findings }: RecordedPrinciples): Drawings {
  const names = new Map(findings.meteor.map(({ principle, name }) => [principle, name]));
  const of = (stack: 'meteor' | 'mean', number: number) =>
    findings[stack].filter(({ principle }) => principle === number);
  const numbers = [...names.keys()];
  const overview: Table = tableWith(
    'Which hold',
    ['principle', ...heads],
    numbers.map((number) =>
      rowOf(`${number}. ${names.get(number)}`, [share(of('meteor', number)), share(of('mean', number))]),
    ),
  );
  const beside: Table = tableWith(
    'Scored in 2017, and seen today',
    ['principle', 'Meteor, 2017', 'Meteor, today', 'MEAN, 2017', 'MEAN, today'],
    numbers.map((number) =>
      rowOf(`${number}. ${names.get(number)}`, [
        scoredOfMeteor[number] ?? '',
        share(of('meteor', number)),
        scoredOfMean,
        share(of('mean', number)),
      ]),
    ),
  );
  const each = numbers.map(
    (number): Table =>
      tableWith(
        `Principle ${number}`,
        ['question', ...heads],
        of('meteor', number).flatMap((meteor) => answers(meteor, counterpart(meteor, findings.mean))),
      ),
  );
  return { tables: [overview, beside, ...each] };
}

function counterpart({ principle, question }: Finding, among: readonly Finding[]): Finding {
  const found = among.find((one) => one.principle === principle && one.question === question);
  if (found) return found;
  throw new Error(`principles.json has no answer of MEAN to "${question}": record it anew`);
}

/** The answers, and under them what was seen and why, in rows of their own: words need the width. */
function answers(meteor: Finding, mean: Finding): Row[] {
  const both = [meteor, mean];
  const rows: Row[] = [
    { label: meteor.question, cells: both.map(({ holds }) => (holds ? held : missing)) },
    { label: 'seen', under: true, cells: both.map(({ seen }) => ({ text: seen })) },
  ];
  if (both.every(({ reason }) => reason === undefined)) return rows;
  const reasons = both.map(({ reason }) => ({ text: reason ?? '' }));
  return [...rows, { label: 'expected, because', under: true, cells: reasons }];
}

function share(findings: readonly Finding[]): Cell {
  const count = findings.filter(({ holds }) => holds).length;
  if (count === findings.length) return held;
  if (count === 0) return missing;
  return { text: 'in part', sub: `${count} of ${findings.length} questions`, tone: 'warning' };
}

import type { RecordedPrinciples } from '@meteor-vs-mean/conformance';
import type { Cell, Row, Table } from '@meteor-vs-mean/report/drawing';
import type { Drawings } from '../kinds/json.ts';

type Finding = RecordedPrinciples['findings']['meteor'][number];

const heads: Cell[] = [{ text: 'Meteor' }, { text: 'MEAN' }];
const held: Cell = { text: 'holds', tone: 'good' };
const missing: Cell = { text: 'does not hold', tone: 'warning' };

/**
 * What both apps answered: `which-hold`, and of each principle its questions, as `principle-1` to `principle-7`.
 * @throws one line if an answer lacks its counterpart
 */
export function drawPrinciples({ findings }: RecordedPrinciples): Drawings {
  const names = new Map(findings.meteor.map(({ principle, name }) => [principle, name]));
  const of = (stack: 'meteor' | 'mean', number: number) =>
    findings[stack].filter(({ principle }) => principle === number);
  const numbers = [...names.keys()];
  const overview: Table = {
    kind: 'table',
    caption: 'Which hold',
    head: [{ text: 'principle' }, ...heads],
    rows: numbers.map((number) => ({
      label: `${number}. ${names.get(number)}`,
      cells: [share(of('meteor', number)), share(of('mean', number))],
    })),
    notes: [],
  };
  const each = numbers.map(
    (number): Table => ({
      kind: 'table',
      caption: `Principle ${number}`,
      head: [{ text: 'question' }, ...heads],
      rows: of('meteor', number).flatMap((meteor) => answers(meteor, counterpart(meteor, findings.mean))),
      notes: [],
    }),
  );
  return { tables: [overview, ...each] };
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

import type { RecordedPrinciples } from '@meteor-vs-mean/conformance';
import type { Cell, Row, Table } from '@meteor-vs-mean/report/drawing';
import type { Drawings } from '../kinds/json.ts';

type Finding = RecordedPrinciples['findings']['meteor'][number];

const heads: Cell[] = [{ text: 'Meteor' }, { text: 'MEAN' }];

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
      rows: of('meteor', number).map((meteor) => answers(meteor, counterpart(meteor, findings.mean))),
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

function answers(meteor: Finding, mean: Finding): Row {
  return { label: meteor.question, cells: [answer(meteor), answer(mean)] };
}

function answer({ holds, seen, reason }: Finding): Cell {
  return {
    text: holds ? 'holds' : 'does not hold',
    sub: seen,
    ...(reason ? { remark: `expected: ${reason}` } : {}),
    tone: holds ? 'good' : 'warning',
  };
}

function share(findings: readonly Finding[]): Cell {
  const held = findings.filter(({ holds }) => holds).length;
  if (held === findings.length) return { text: 'holds', tone: 'good' };
  if (held === 0) return { text: 'does not hold', tone: 'warning' };
  return { text: 'in part', sub: `${held} of ${findings.length} questions`, tone: 'warning' };
}

import {
  costsOfClient,
  type DeliveryRound,
  deliveryFigures,
  type Figure,
  isCounted,
  type MemoryRound,
  type Round,
  type SampleRound,
  type Summary,
  valueIn,
} from '@meteor-vs-mean/measure/results';
import { loadTitle, nameOf } from './contestant.ts';
import { valueCell } from './contestants-table.ts';
import { type Cell, cell, type Table, tableWith, zero } from './document.ts';
import { figureText } from './figure-floor.ts';
import { list, milliseconds, percent, show, whole } from './numbers.ts';

type Column<OneRound> = [head: string, of: (round: OneRound) => Cell];

export const isDelivery = (round: Round): round is DeliveryRound => round.kind === 'deliveries';
export const isMemory = (round: Round): round is MemoryRound => round.kind === 'memory';
export const isSample = (round: Round): round is SampleRound => round.kind === 'sample';

/** Every round, void ones too, with what it measured: a table for each kind. */
export function roundsTables(rounds: readonly Round[], summary: Summary): Table[] {
  const tableOf = <OneRound extends Round>(
    caption: string,
    mine: readonly OneRound[],
    columns: readonly Column<OneRound>[],
  ): Table[] => {
    if (mine.length === 0) return [];
    const all: Column<OneRound>[] = [
      ['pair', ({ pair }) => cell(String(pair))],
      ['load', ({ load }) => cell(loadTitle(load, summary))],
      ['contestant', ({ contestant }) => cell(nameOf(contestant, summary))],
      ['verdict', (round) => cell(round.verdict, isCounted(round) ? undefined : 'warning')],
      ...columns,
    ];
    const rows = mine.map((one) => ({ label: String(one.round), cells: all.map(([, of]) => of(one)) }));
    return [tableWith(caption, ['round', ...all.map(([head]) => head)], rows)];
  };
  const [delivering, sampling] = [rounds.filter(isDelivery), rounds.filter(isSample)];
  return [
    ...tableOf('Every round that measured deliveries', delivering, deliveryColumns(delivering)),
    ...tableOf('Every start that measured memory', rounds.filter(isMemory), memoryColumns()),
    ...tableOf('Every round, and every figure that it measured', sampling, sampleColumns(sampling)),
  ];
}

function deliveryColumns(rounds: readonly DeliveryRound[]): Column<DeliveryRound>[] {
  return [
    ...deliveryFigures.filter(isReadIn(rounds)).map((figure): Column<DeliveryRound> => {
      const head = figure.kind === 'latency' ? figure.row : figure.label;
      return [figure.column ?? head, (round) => valueCell(valueIn(round, figure), figure)];
    }),
    ['lost', ({ lost }) => zero(lost, whole(lost))],
    ['sender late, p99', ({ lateness_p99_ms }) => cell(milliseconds(lateness_p99_ms ?? undefined))],
    ['generator busy', ({ generatorUtilisation }) => cell(percent(generatorUtilisation, 0))],
  ];
}

/** A figure that only some experiments read has a column in those. */
const isReadIn = (rounds: readonly DeliveryRound[]) => (figure: Figure) =>
  !(figure.kind === 'median' && figure.ofSome) ||
  rounds.some((round) => valueIn(round, figure) !== undefined);

function memoryColumns(): Column<MemoryRound>[] {
  return [
    ['documents', ({ documents }) => cell(String(documents))],
    ['clients', ({ steps }) => cell(steps.map(({ clients }) => clients).join(', '))],
    ...costsOfClient(0).map(({ points, of }): Column<MemoryRound> => {
      const most = ({ steps }: MemoryRound) => Math.max(0, ...steps.map((step) => of(step) ?? 0));
      return [`${points.title} at most`, (round) => cell(show(most(round), points.shown))];
    }),
  ];
}

function sampleColumns(rounds: readonly SampleRound[]): Column<SampleRound>[] {
  const names = [...new Set(rounds.flatMap(({ figures }) => Object.keys(figures)))];
  return [
    ['accounts', accountsCell],
    ...names.map((name): Column<SampleRound> => {
      return [name, ({ figures: { [name]: value } }) => cell(value == null ? '-' : figureText(value))];
    }),
  ];
}

function accountsCell({ accounts }: SampleRound): Cell {
  const wrong = accounts.filter(({ owed, seen, lost = 0 }) => owed !== seen + lost);
  if (wrong.length === 0) return cell('add up');
  return cell(list(wrong.map(({ what, owed, seen }) => `${what}: ${whole(seen)} of ${whole(owed)}`)), 'bad');
}

import {
  costsOfClient,
  type DeliveryRound,
  deliveryFigures,
  type Figure,
  isCounted,
  type MemoryRound,
  type Round,
  type Verdict,
  valueIn,
} from '@meteor-vs-mean/measure/results';
import { valueCell } from './contestants-table.ts';
import { type Cell, cell, type Table, tableWith, zero } from './document.ts';
import { milliseconds, percent, show, whole } from './numbers.ts';

type Column<OneRound> = [head: string, of: (round: OneRound) => Cell];

/** Every round, void ones too: so that each figure of a report can be held against them. */
export function roundsTables(rounds: readonly Round[]): Table[] {
  const [delivering, holding] = [rounds.filter(isDelivery), rounds.filter(isMemory)];
  return [
    ...(delivering.length > 0 ? [deliveryRoundsTable(delivering)] : []),
    ...(holding.length > 0 ? [memoryRoundsTable(holding)] : []),
  ];
}

export const isDelivery = (round: Round): round is DeliveryRound => round.kind === 'deliveries';
export const isMemory = (round: Round): round is MemoryRound => round.kind === 'memory';

/** A row a round. */
export function roundsTable<OneRound extends { round: number }>(
  caption: string,
  rounds: readonly OneRound[],
  columns: readonly Column<OneRound>[],
): Table {
  return tableWith(
    caption,
    ['round', ...columns.map(([head]) => head)],
    rounds.map((one) => ({ label: String(one.round), cells: columns.map(([, of]) => of(one)) })),
  );
}

export const verdictCell = ({ verdict }: { verdict: Verdict }): Cell =>
  cell(verdict, isCounted({ verdict }) ? undefined : 'warning');

const common: Column<Round>[] = [
  ['pair', ({ pair }) => cell(String(pair))],
  ['contestant', ({ key }) => cell(key)],
  ['verdict', verdictCell],
];

function deliveryRoundsTable(rounds: readonly DeliveryRound[]): Table {
  return roundsTable('Every round that measured deliveries', rounds, [
    ...common,
    ['scenario', ({ scenario }) => cell(scenario)],
    ...deliveryFigures.filter(isReadIn(rounds)).map((figure): Column<DeliveryRound> => {
      const head = figure.kind === 'latency' ? figure.row : figure.label;
      return [figure.column ?? head, (round) => valueCell(valueIn(round, figure), figure)];
    }),
    ['lost', ({ lost }) => zero(lost, whole(lost))],
    ['sender late, p99', ({ lateness_p99_ms }) => cell(milliseconds(lateness_p99_ms ?? undefined))],
    ['generator busy', ({ generatorUtilisation }) => cell(percent(generatorUtilisation, 0))],
  ]);
}

/** A figure that only some experiments read has a column in those. */
const isReadIn = (rounds: readonly DeliveryRound[]) => (figure: Figure) =>
  !(figure.kind === 'median' && figure.ofSome) ||
  rounds.some((round) => valueIn(round, figure) !== undefined);

function memoryRoundsTable(rounds: readonly MemoryRound[]): Table {
  return roundsTable('Every start that measured memory', rounds, [
    ...common,
    ['documents', ({ documents }) => cell(String(documents))],
    ['clients', ({ steps }) => cell(steps.map(({ clients }) => clients).join(', '))],
    ...costsOfClient(0).map(({ points, of }): Column<MemoryRound> => {
      const most = ({ steps }: MemoryRound) => Math.max(0, ...steps.map((step) => of(step) ?? 0));
      return [`${points.title} at most`, (round) => cell(show(most(round), points.shown))];
    }),
  ]);
}

import {
  type AppResult,
  type CountName,
  hasDeliveries,
  isCounted,
  type ResultsFolder,
  type SampleRound,
} from '@meteor-vs-mean/measure/results';
import { appsOf, byLoad, loadTitle, mostColumns, nameOf } from './contestant.ts';
import { contestantsTable, type Line, lostLine, roundsLine } from './contestants-table.ts';
import { type Block, cell, type Row, rowOf, type Table, tableWith, zero } from './document.ts';
import { whole } from './numbers.ts';
import { isSample } from './rounds-table.ts';

/** What was owed, and what came: of deliveries by load, of samples by contestant. */
export function accountBlocks({ summary, rounds }: ResultsFolder): Block[] {
  const sampled = rounds.filter(isSample).filter(isCounted);
  const apps = appsOf(summary);
  const delivering = byLoad({ results: apps?.results ?? [] }).flatMap(([load, results]): Block[] => {
    const mine = results.filter(hasDeliveries);
    if (!apps || mine.length === 0) return [];
    const title = loadTitle(load, summary);
    const accounts = contestantsTable(load, mine, accountLines(mine), apps, title);
    if (mine.length <= mostColumns) return [accounts];
    return [{ kind: 'fold', summary: `Accounts of ${title}`, blocks: [accounts] }];
  });
  return [
    ...delivering,
    ...(sampled.length > 0 ? [sampleAccounts(sampled, (key) => nameOf(key, summary))] : []),
  ];
}

/** What was owed and what came of it; some of it only where there is any. */
export function accountLines(results: readonly AppResult[]): Line[] {
  const some = (name: CountName) => results.some(({ counts }) => counts[name] > 0);
  return [
    {
      row: 'writes stored / sent',
      column: cell('writes stored / sent'),
      of: ({ counts }) => cell(`${whole(counts.stored)} / ${whole(counts.sent)}`),
    },
    countLine('deliveries owed', 'expected', { isFine: true }),
    countLine('seen', 'delivered', { isFine: true, under: true }),
    lostLine,
    ...(some('superseded') ? [countLine('superseded', 'superseded', { isFine: true, under: true })] : []),
    ...(some('unexpected') ? [countLine('unexpected', 'unexpected', { under: true })] : []),
    countLine('doubled', 'duplicated', { under: true }),
    countLine('out of order', 'reordered', { under: true }),
    {
      row: 'views checked, differing',
      column: cell('views checked, differing'),
      of: ({ witnesses: { checked, differing } }) =>
        zero(differing, `${whole(checked)}, ${whole(differing)}`),
    },
    roundsLine,
  ];
}

function countLine(row: string, name: CountName, { isFine = false, under = false } = {}): Line {
  const of = ({ counts: { [name]: count } }: AppResult) =>
    isFine ? cell(whole(count)) : zero(count, whole(count));
  return { row, under, column: cell(row), of };
}

/** Sums over the rounds of each contestant that count. */
function sampleAccounts(rounds: readonly SampleRound[], nameOf: (key: string) => string): Table {
  const caption = 'What was owed, and what came, in rounds that count';
  return tableWith(
    caption,
    [caption, 'rounds', 'owed', 'came', 'missing'],
    [...Map.groupBy(rounds, ({ contestant }) => contestant)].flatMap(([contestant, mine]): Row[] => [
      rowOf(nameOf(contestant), [whole(mine.length), '', '', '']),
      ...accountRows(mine),
    ]),
  );
}

function accountRows(rounds: readonly SampleRound[]): Row[] {
  const accounts = rounds.flatMap((round) => round.accounts);
  return [...Map.groupBy(accounts, ({ what }) => what)].map(([what, mine]) => {
    const sum = (of: 'owed' | 'seen') => mine.reduce((total, one) => total + one[of], 0);
    const missing = sum('owed') - sum('seen');
    return {
      label: what,
      under: true,
      cells: [cell(''), cell(whole(sum('owed'))), cell(whole(sum('seen'))), zero(missing, whole(missing))],
    };
  });
}

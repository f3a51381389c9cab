import { type GridRound, type GridSummary, isCounted } from '@meteor-vs-mean/measure/results';
import { type Cell, cell, type Row, rowOf, type Table, tableWith, zero } from '../document.ts';
import { list, whole } from '../numbers.ts';
import { roundsTable, verdictCell } from '../rounds-table.ts';
import { figureText, loadTitle, targetTitle } from './figure.ts';

/** What was owed and what came, summed over the rounds of each target that count. */
export function accountsTable(rounds: readonly GridRound[], summary: GridSummary): Table {
  const caption = 'What was owed, and what came, in rounds that count';
  const valid = rounds.filter(isCounted);
  return tableWith(
    caption,
    [caption, 'rounds', 'owed', 'came', 'missing'],
    [...Map.groupBy(valid, ({ target }) => target)].flatMap(([target, mine]): Row[] => [
      rowOf(targetTitle(summary, target), [whole(mine.length), '', '', '']),
      ...accountRows(mine),
    ]),
  );
}

function accountRows(rounds: readonly GridRound[]): Row[] {
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

/** Every round with all its figures, void ones too: so that each figure of a report can be held against them. */
export function gridRoundsTable(rounds: readonly GridRound[], summary: GridSummary): Table {
  const figures = [...new Set(rounds.flatMap((round) => Object.keys(round.figures)))];
  return roundsTable('Every round, and every figure that it measured', rounds, [
    ['repeat', ({ repeat }) => cell(String(repeat))],
    ['load', ({ load }) => cell(loadTitle(summary, load))],
    ['target', ({ target, again }) => cell(`${targetTitle(summary, target)}${again ? ' (again)' : ''}`)],
    ['verdict', verdictCell],
    ['accounts', accountsCell],
    ...figures.map((name): [string, (round: GridRound) => Cell] => [
      name,
      ({ figures: { [name]: value } }) => cell(value == null ? '-' : figureText(value)),
    ]),
  ]);
}

function accountsCell({ accounts }: GridRound): Cell {
  const wrong = accounts.filter(({ owed, seen, lost = 0 }) => owed !== seen + lost);
  if (wrong.length === 0) return cell('add up');
  return cell(list(wrong.map(({ what, owed, seen }) => `${what}: ${whole(seen)} of ${whole(owed)}`)), 'bad');
}

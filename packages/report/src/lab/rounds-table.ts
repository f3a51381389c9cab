import { cell, type Row, type Table, zero } from '../document.ts';
import { list, whole } from '../numbers.ts';
import { figureText } from './figure.ts';
import type { LabRound, LabSummary } from './results.ts';
import { loadTitle, targetTitle } from './titles.ts';

/** What was owed and what came, summed over the valid rounds of each target. */
export function accountsTable(rounds: readonly LabRound[], summary: LabSummary): Table {
  const caption = 'What was owed, and what came, in valid rounds';
  const valid = rounds.filter(({ verdict }) => verdict === 'valid');
  return {
    kind: 'table',
    caption,
    head: [caption, 'rounds', 'owed', 'came', 'missing'].map((one) => cell(one)),
    rows: [...Map.groupBy(valid, ({ target }) => target)].flatMap(([target, mine]): Row[] => [
      {
        label: targetTitle(summary, target),
        cells: [cell(whole(mine.length)), cell(''), cell(''), cell('')],
      },
      ...accountRows(mine),
    ]),
    notes: [],
  };
}

function accountRows(rounds: readonly LabRound[]): Row[] {
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

/** Every round with all its figures, void ones too: so that each figure above can be held against them. */
export function roundsTable(rounds: readonly LabRound[], summary: LabSummary): Table {
  const figures = [...new Set(rounds.flatMap((round) => Object.keys(round.figures)))];
  return {
    kind: 'table',
    caption: 'Every round, and every figure that it measured',
    head: ['round', 'repeat', 'load', 'target', 'verdict', 'accounts', ...figures].map((one) => cell(one)),
    rows: rounds.map((round) => ({
      label: String(round.round),
      cells: [
        cell(String(round.repeat)),
        cell(loadTitle(summary, round.load)),
        cell(`${targetTitle(summary, round.target)}${round.again ? ' (again)' : ''}`),
        cell(round.verdict, round.verdict === 'void' ? 'warning' : undefined),
        cell(accountsText(round), round.accounts.some(({ owed, seen }) => owed !== seen) ? 'bad' : undefined),
        ...figures.map((name) => {
          const value = round.figures[name];
          return cell(value == null ? '-' : figureText(value));
        }),
      ],
    })),
    notes: [],
  };
}

function accountsText({ accounts }: LabRound): string {
  const wrong = accounts.filter(({ owed, seen }) => owed !== seen);
  if (wrong.length === 0) return 'add up';
  return list(wrong.map(({ what, owed, seen }) => `${what}: ${whole(seen)} of ${whole(owed)}`));
}

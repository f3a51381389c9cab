import { nameOf } from './contestant.ts';
import { cell, type Table } from './document.ts';
import { count } from './numbers.ts';
import type { Reason, Round, Summary } from './results.ts';

export function reasonText({ code, reading, threshold, remedy }: Reason): string {
  return `${code}: ${reading} (${threshold}). ${remedy.replace(/\.?$/, '.')}`;
}

/** More of them than this are told by their reasons. */
const mostTold = 3;

/** For a terminal: each void round in a line; or, where they are many, each reason, with the rounds that it voided. */
export function voidLines(summary: Summary): string[] {
  const { void: voided } = summary;
  if (voided.length <= mostTold) {
    return voided.map(
      ({ round, contestant, scenario, reasons }) =>
        `Round ${round} (${nameOf(contestant, summary)}, ${scenario}) is void. ${reasons.map(reasonText).join(' ')}`,
    );
  }
  const all = voided.flatMap(({ round, reasons }) => reasons.map((reason) => ({ round, reason })));
  return [...Map.groupBy(all, ({ reason }) => reason.code)].map(([, those]) => {
    const [{ reason }] = those as [(typeof those)[number]];
    const rounds = [...new Set(those.map(({ round }) => round))];
    return `${count(rounds.length, 'round')} void (${rounds.join(', ')}). ${reasonText(reason)}`;
  });
}

/** Every void round, a row for each of its reasons. */
export function voidTable(rounds: readonly Round[]): Table {
  return reasonsTable(
    'Void rounds: kept, shown, never in a figure',
    rounds.filter(({ verdict }) => verdict === 'void').map((round) => ({ round, reasons: round.reasons })),
  );
}

/** What was noticed of valid rounds. */
export function remarksTable(rounds: readonly Round[]): Table {
  return reasonsTable(
    'Noticed in valid rounds, and in their figures',
    rounds
      .filter(({ verdict }) => verdict === 'valid')
      .map((round) => ({ round, reasons: round.remarks ?? [] })),
  );
}

function reasonsTable(caption: string, all: { round: Round; reasons: Reason[] }[]): Table {
  return {
    kind: 'table',
    caption,
    head: ['round', 'contestant', 'code', 'reading', 'threshold', 'what to do'].map((one) => cell(one)),
    rows: all.flatMap(({ round, reasons }) =>
      reasons.map((reason) => ({
        label: String(round.round),
        cells: [
          cell(round.key),
          cell(reason.code),
          cell(reason.reading),
          cell(reason.threshold),
          cell(reason.remedy),
        ],
      })),
    ),
    notes: [],
  };
}

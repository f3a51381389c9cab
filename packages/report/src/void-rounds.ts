import { cell, type Table } from './document.ts';
import type { Reason, Round, Summary } from './results.ts';

export function reasonText({ code, reading, threshold, remedy }: Reason): string {
  return `${code}: ${reading} (${threshold}). ${remedy.replace(/\.?$/, '.')}`;
}

/** `Round 4 (MEAN, fan-out) is void. sender-late: 35 ms (within 20 ms). Stop what else runs.` */
export function voidText({ round, scenario, reasons }: Summary['void'][number], name: string): string {
  return `Round ${round} (${name}, ${scenario}) is void. ${reasons.map(reasonText).join(' ')}`;
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

import { cell, type Table } from './document.ts';
import { count } from './numbers.ts';
import type { Reason } from './results.ts';

/** A round, who ran in it, and what was found of it. */
export interface Reasoned {
  round: number;
  /** As it is called in sentences, or in a table. */
  who: string;
  reasons: readonly Reason[];
}

export function reasonText({ code, reading, threshold, remedy }: Reason): string {
  return `${code}: ${reading} (${threshold}). ${remedy.replace(/\.?$/, '.')}`;
}

/** More of them than this are told by their reasons. */
const mostTold = 3;

/** For a terminal: each void round in a line; or, where they are many, each reason, with the rounds that it voided. */
export function voidLines(voided: readonly Reasoned[]): string[] {
  if (voided.length <= mostTold) {
    return voided.map(
      ({ round, who, reasons }) => `Round ${round} (${who}) is void. ${reasons.map(reasonText).join(' ')}`,
    );
  }
  const all = voided.flatMap(({ round, reasons }) => reasons.map((reason) => ({ round, reason })));
  return [...Map.groupBy(all, ({ reason }) => reason.code)].map(([, those]) => {
    const [{ reason }] = those as [(typeof those)[number]];
    const rounds = [...new Set(those.map(({ round }) => round))];
    return `${count(rounds.length, 'round')} void (${rounds.join(', ')}). ${reasonText(reason)}`;
  });
}

export function noneVoid(rounds: number): string {
  return `None of ${count(rounds, 'round')} was void: no rule of validity was broken.`;
}

/** Every void round, a row for each of its reasons. @param who heads the column of who ran */
export function voidTable(voided: readonly Reasoned[], who: string): Table {
  return reasonsTable('Void rounds: kept, shown, never in a figure', voided, who);
}

/** What was noticed of valid rounds. */
export function remarksTable(noticed: readonly Reasoned[], who: string): Table {
  return reasonsTable('Noticed in valid rounds, and in their figures', noticed, who);
}

function reasonsTable(caption: string, all: readonly Reasoned[], who: string): Table {
  return {
    kind: 'table',
    caption,
    head: ['round', who, 'code', 'reading', 'threshold', 'what to do'].map((one) => cell(one)),
    rows: all.flatMap((one) =>
      one.reasons.map(({ code, reading, threshold, remedy }) => ({
        label: String(one.round),
        cells: [one.who, code, reading, threshold, remedy].map((text) => cell(text)),
      })),
    ),
    notes: [],
  };
}

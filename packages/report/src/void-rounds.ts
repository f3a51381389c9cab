import type { Reason } from '@meteor-vs-mean/results';
import { type Block, cell, type Table, tableWith, text } from './document.ts';
import { count, list } from './numbers.ts';

/** A round, who ran in it, and what was found of it. */
export interface Reasoned {
  round: number;
  /** As it is called in sentences, or in a table. */
  who: string;
  reasons: readonly Reason[];
}

function reasonText({ code, reading, threshold, remedy }: Reason): string {
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

/** Stands before what was found where a rule of the plan isn't met. */
export const fewValid = 'Too few rounds are valid, so this is a hint and no result.';

/** @param why in words, and behind it the first reason of the void rounds, if there is one */
export function nothingSaid(why: string, voided: readonly Pick<Reasoned, 'reasons'>[]): string {
  const [first] = voided.flatMap(({ reasons }) => reasons);
  if (!first) return `Nothing can be said: ${why}.`;
  const { code, reading, threshold, remedy } = first;
  return (
    `Nothing can be said: ${why}. The first reason was ${code}, ${reading} (${threshold}). ` +
    remedy.replace(/\.?$/, '.')
  );
}

/** More than these fold behind a count of each code. */
const mostRemarks = 6;

/**
 * Every void round, a row for each of its reasons; and what was noticed of valid ones.
 * @param rounds how many there were
 * @param who heads the column of who ran
 */
export function voidBlocks(
  rounds: number,
  voided: readonly Reasoned[],
  noticed: readonly Reasoned[],
  who: string,
): Block[] {
  if (rounds === 0) return [];
  const none = `None of ${count(rounds, 'round')} was void: no rule of validity was broken.`;
  return [
    voided.length === 0
      ? text(none)
      : reasonsTable('Void rounds: kept, shown, never in a figure', voided, who),
    ...remarkBlocks(reasonsTable('Noticed in valid rounds, and in their figures', noticed, who), noticed),
  ];
}

function remarkBlocks(remarks: Table, noticed: readonly Reasoned[]): Block[] {
  if (remarks.rows.length === 0) return [];
  if (remarks.rows.length <= mostRemarks) return [remarks];
  const codes = noticed.flatMap(({ reasons }) => reasons.map(({ code }) => code));
  const counts = [...Map.groupBy(codes, (code) => code)].map(
    ([code, those]) => `${code} ${those.length} times`,
  );
  return [{ kind: 'fold', summary: `Noticed in valid rounds: ${list(counts)}`, blocks: [remarks] }];
}

function reasonsTable(caption: string, all: readonly Reasoned[], who: string): Table {
  return tableWith(
    caption,
    ['round', who, 'code', 'reading', 'threshold', 'what to do'],
    all.flatMap((one) =>
      one.reasons.map(({ code, reading, threshold, remedy }) => ({
        label: String(one.round),
        cells: [one.who, code, reading, threshold, remedy].map((words) => cell(words)),
      })),
    ),
  );
}

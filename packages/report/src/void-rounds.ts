import { type Reason, voidingReasons } from '@meteor-vs-mean/measure/results';
import { type Block, cell, type Table, tableWith, text } from './document.ts';
import { count, list } from './numbers.ts';

/** A round, who ran in it, and what was found of it. */
export interface Reasoned {
  round: number;
  /** As it is called in sentences, or in a table. */
  who: string;
  reasons: readonly Reason[];
}

const asSentence = (text: string): string => text.replace(/\.?$/, '.');

/** For a terminal: a line for each reason, with its rounds; what to change is said once. */
export function voidLines(voided: readonly Reasoned[]): string[] {
  const all = voided.flatMap((one) => voidingReasons(one.reasons).map((reason) => ({ ...one, reason })));
  return [...Map.groupBy(all, ({ reason }) => reason.code)].map(([code, those]) => {
    const [{ reason, who }] = those as [(typeof those)[number]];
    const rounds = [...new Set(those.map(({ round }) => round))];
    const which =
      rounds.length === 1 ? `Round ${rounds[0]} (${who}) is` : `Rounds ${list(rounds.map(String))} are`;
    return `${which} void by ${code}: ${reason.reading}. ${asSentence(reason.remedy)}`;
  });
}

/** `machine-busy in 4 (up to 0.41 of a core), cores-stolen in 2 (up to 2.3 %)`. */
function noiseText(noisy: readonly Reasoned[]): string {
  const all = noisy.flatMap(({ round, reasons }) =>
    reasons.filter(({ isNoise }) => isNoise).map(({ code, reading }) => ({ round, code, reading })),
  );
  const size = ({ reading }: { reading: string }) => Number.parseFloat(reading) || 0;
  const codes = [...Map.groupBy(all, ({ code }) => code)].map(([code, those]) => {
    const worst = those.reduce((most, one) => (size(one) > size(most) ? one : most));
    const rounds = new Set(those.map(({ round }) => round)).size;
    return `${code} in ${rounds} (up to ${worst.reading.split(/[,;]/)[0]})`;
  });
  return list(codes);
}

/** How noisy a run was, in one line; none where no round is noisy. @param rounds that were measured */
export function noisyLines(noisy: readonly Reasoned[], rounds: number): string[] {
  if (noisy.length === 0) return [];
  return [
    `The machine was busy: ${noisy.length} of ${count(rounds, 'round')} are noisy, ${noiseText(noisy)}.`,
  ];
}

/** @param why in words, and behind it the first reason of the void rounds, if there is one */
export function nothingSaid(why: string, voided: readonly Pick<Reasoned, 'reasons'>[]): string {
  const [first] = voided.flatMap(({ reasons }) => voidingReasons(reasons));
  if (!first) return `No figures: ${why}.`;
  return `No figures: ${why}, the first by ${first.code} (${first.reading}). ${asSentence(first.remedy)}`;
}

/** A longer table folds behind a count of each code. */
const mostRows = 6;

/** What was found of the rounds of a run. */
interface Judged {
  /** How many there were. */
  rounds: number;
  void: readonly Reasoned[];
  noisy: readonly Reasoned[];
  /** Remarks about rounds that count. */
  noticed: readonly Reasoned[];
  /** Heads the column of who ran. */
  who: string;
}

/** Every void and every noisy round, a row for each reason; and what was noticed of rounds that count. */
export function voidBlocks({ rounds, void: voided, noisy, noticed, who }: Judged): Block[] {
  if (rounds === 0) return [];
  const noise = reasonsTable('Noisy rounds: in the figures, on a machine that did other work', noisy, who);
  return [
    ...(voided.length + noisy.length === 0
      ? [text(`None of ${count(rounds, 'round')} is void or noisy.`)]
      : []),
    ...(voided.length > 0 ? [reasonsTable('Void rounds: in no figure', voided, who)] : []),
    ...foldedIfLong(noise, `${count(noisy.length, 'noisy round')}: ${noiseText(noisy)}`),
    ...foldedIfLong(
      reasonsTable('Noticed in rounds that count', noticed, who),
      `Noticed in rounds that count: ${list(countsOf(noticed))}`,
    ),
  ];
}

function foldedIfLong(table: Table, summary: string): Block[] {
  if (table.rows.length === 0) return [];
  return table.rows.length <= mostRows ? [table] : [{ kind: 'fold', summary, blocks: [table] }];
}

function countsOf(noticed: readonly Reasoned[]): string[] {
  const codes = noticed.flatMap(({ reasons }) => reasons.map(({ code }) => code));
  return [...Map.groupBy(codes, (code) => code)].map(([code, those]) => `${code} ${those.length} times`);
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

import { type JudgedRound, type Summary, voidingReasons } from '@meteor-vs-mean/measure/results';
import { whoOf } from './contestant.ts';
import { type Block, cell, type Table, tableWith, text } from './document.ts';
import { count, list } from './numbers.ts';

const asSentence = (text: string): string => text.replace(/\.?$/, '.');

/** For a terminal: a line for each reason, with its rounds; what to change is said once. */
export function voidLines(summary: Summary): string[] {
  const all = summary.void.flatMap((one) =>
    voidingReasons(one.reasons).map((reason) => ({ ...one, reason })),
  );
  return [...Map.groupBy(all, ({ reason }) => reason.code)].map(([code, those]) => {
    const [one] = those as [(typeof those)[number]];
    const rounds = [...new Set(those.map(({ round }) => round))];
    const which =
      rounds.length === 1
        ? `Round ${rounds[0]} (${whoOf(one, summary)}) is`
        : `Rounds ${list(rounds.map(String))} are`;
    return `${which} void by ${code}: ${one.reason.reading}. ${asSentence(one.reason.remedy)}`;
  });
}

/** `machine-busy in 4 (up to 0.41 of a core), cores-stolen in 2 (up to 2.3 %)`. */
function noiseText(noisy: readonly JudgedRound[]): string {
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

/** How noisy a run was, in one line; none where no round is noisy. */
export function noisyLines({ noisy, measured }: Pick<Summary, 'noisy' | 'measured'>): string[] {
  if (noisy.length === 0) return [];
  return [
    `The machine was busy: ${noisy.length} of ${count(measured, 'round')} are noisy, ${noiseText(noisy)}.`,
  ];
}

/** @param why in words, and behind it the first reason of the void rounds, if there is one */
export function nothingSaid(why: string, voided: readonly Pick<JudgedRound, 'reasons'>[]): string {
  const [first] = voided.flatMap(({ reasons }) => voidingReasons(reasons));
  if (!first) return `No figures: ${why}.`;
  return `No figures: ${why}, the first by ${first.code} (${first.reading}). ${asSentence(first.remedy)}`;
}

/** A longer table folds behind a count of each code. */
const mostRows = 6;

/**
 * Every void and every noisy round, a row for each reason; and what was noticed of rounds that count.
 * @param noticed rounds that count, with the remarks about them as reasons
 */
export function voidBlocks(summary: Summary, noticed: readonly JudgedRound[]): Block[] {
  const { measured, void: voided, noisy } = summary;
  if (measured === 0) return [];
  const tableOf = (caption: string, rounds: readonly JudgedRound[]) => reasonsTable(caption, rounds, summary);
  const noise = tableOf('Noisy rounds: in the figures, on a machine that did other work', noisy);
  return [
    ...(voided.length + noisy.length === 0
      ? [text(`None of ${count(measured, 'round')} is void or noisy.`)]
      : []),
    ...(voided.length > 0 ? [tableOf('Void rounds: in no figure', voided)] : []),
    ...foldedIfLong(noise, `${count(noisy.length, 'noisy round')}: ${noiseText(noisy)}`),
    ...foldedIfLong(
      tableOf('Noticed in rounds that count', noticed),
      `Noticed in rounds that count: ${list(countsOf(noticed))}`,
    ),
  ];
}

function foldedIfLong(table: Table, summary: string): Block[] {
  if (table.rows.length === 0) return [];
  return table.rows.length <= mostRows ? [table] : [{ kind: 'fold', summary, blocks: [table] }];
}

function countsOf(noticed: readonly JudgedRound[]): string[] {
  const codes = noticed.flatMap(({ reasons }) => reasons.map(({ code }) => code));
  return [...Map.groupBy(codes, (code) => code)].map(([code, those]) => `${code} ${those.length} times`);
}

function reasonsTable(caption: string, all: readonly JudgedRound[], summary: Summary): Table {
  return tableWith(
    caption,
    ['round', 'contestant and load', 'code', 'reading', 'threshold', 'what to do'],
    all.flatMap((one) =>
      one.reasons.map(({ code, reading, threshold, remedy }) => ({
        label: String(one.round),
        cells: [whoOf(one, summary), code, reading, threshold, remedy].map((words) => cell(words)),
      })),
    ),
  );
}

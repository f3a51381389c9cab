import type { CompareSummary, Knee } from '@meteor-vs-mean/measure/results';
import { nameOf } from './contestant.ts';
import { type Cell, cell, rowOf, type Table, tableWith } from './document.ts';
import { countInWords, whole } from './numbers.ts';

/** What a knee is at, in words: `1,200`, `>= 3,000, generator-limited`, `below the lowest level`. */
export function kneeText(knee: Knee): string {
  const { limitedBy } = knee;
  if (knee.knee === null)
    return limitedBy === 'latency' ? 'below the lowest level' : `not found, ${limits[limitedBy]}`;
  return limitedBy === 'latency' ? kneeNumber(knee) : `${kneeNumber(knee)}, ${limits[limitedBy]}`;
}

/** `1,200`, or `>= 1,200` where something else than latency ended the search. */
export function kneeNumber({ knee, limitedBy }: Pick<Knee, 'knee' | 'limitedBy'>): string {
  if (knee === null) return 'none';
  return limitedBy === 'latency' ? whole(knee) : `>= ${whole(knee)}`;
}

const limits: Record<Knee['limitedBy'], string> = {
  latency: '',
  generator: 'generator-limited',
  asked: 'the most that was asked for',
  time: 'out of time',
};

export function kneesTable(summary: CompareSummary): Table {
  const { knees } = summary;
  const limit = [...new Set(knees.map(({ limit_ms }) => limit_ms))];
  const oneLimit = limit.length === 1 ? limit[0] : undefined;
  return tableWith(
    `Knee: the most with p99 under ${limit.map((ms) => `${whole(ms)} ms`).join(' or ')}`,
    ['contestant', 'what was raised', 'held', 'knee', 'trials'],
    knees.map((one) =>
      rowOf(nameOf(one.contestant, summary), [one.what, one.held, kneeCell(one), trials(one)]),
    ),
    [
      {
        text:
          `Found by bisection with repeats${oneLimit === undefined ? '' : `; a level passes when its p99 stays under ${whole(oneLimit)} ms`}. ` +
          '">=": something other than latency ended the search, so the knee is at least this. ' +
          voidRounds(knees),
        tone: 'faint',
      },
    ],
  );
}

/** A search may have taken a void round for nothing although it held the limit: older ones did, and then say so. */
function voidRounds(knees: readonly Knee[]): string {
  const held = knees.flatMap(({ trials, limit_ms }) =>
    trials.filter(({ verdict, p99_ms }) => verdict === 'void' && p99_ms !== null && p99_ms < limit_ms),
  );
  if (held.length > 0) {
    return `A void round fails no level. In ${countInWords(held.length, 'void round')} the limit was held; this search did not count that.`;
  }
  return 'A void round fails no level; it passes one if the limit was held although the generator or the machine was slow.';
}

function kneeCell(knee: Knee): Cell {
  return cell(kneeText(knee), knee.limitedBy === 'latency' && knee.knee !== null ? undefined : 'warning');
}

function trials({ trials }: Knee): string {
  const of = (verdict: string) => trials.filter((trial) => trial.verdict === verdict).length;
  return `${of('passed')} passed, ${of('failed')} failed, ${of('void')} void`;
}

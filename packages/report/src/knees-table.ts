import { nameOf } from './contestant.ts';
import { type Cell, cell, type Table } from './document.ts';
import { count, short, whole } from './numbers.ts';
import type { Knee, Summary } from './results.ts';

/** What a knee is at, in words: `1,200`, `>= 3,000, generator-limited`, `below the lowest level`. */
export function kneeText(knee: Knee): string {
  const { limitedBy } = knee;
  if (knee.knee === null)
    return limitedBy === 'latency' ? 'below the lowest level' : `not found, ${limits[limitedBy]}`;
  return limitedBy === 'latency' ? kneeNumber(knee) : `${kneeNumber(knee)}, ${limits[limitedBy]}`;
}

/** `1,200`, or `>= 1,200` where something else than latency ended the search. */
export function kneeNumber({ knee, limitedBy }: Knee): string {
  if (knee === null) return 'none';
  return limitedBy === 'latency' ? whole(knee) : `>= ${whole(knee)}`;
}

const limits: Record<Knee['limitedBy'], string> = {
  latency: '',
  generator: 'generator-limited',
  asked: 'the most that was asked for',
  time: 'out of time',
};

export function kneesTable(summary: Summary): Table {
  const { knees } = summary;
  const limit = [...new Set(knees.map(({ limit_ms }) => limit_ms))];
  const oneLimit = limit.length === 1 ? limit[0] : undefined;
  return {
    kind: 'table',
    caption: `Knee: the most with p99 under ${limit.map((ms) => `${whole(ms)} ms`).join(' or ')}`,
    head: ['contestant', 'what was raised', 'held', 'knee', 'trials'].map((one) => cell(one)),
    rows: knees.map((one) => ({
      label: nameOf(one.contestant, summary),
      cells: [cell(one.what), cell(one.held), kneeCell(one), cell(trials(one))],
    })),
    notes: [
      {
        text:
          `Found by bisection with repeats${oneLimit === undefined ? '' : `; a level passes when its p99 stays under ${whole(oneLimit)} ms`}. ` +
          '">=": something other than latency ended the search, so the knee is at least this. ' +
          'A void round fails no level; it passes one if the limit was held although the generator or the machine was slow.',
        tone: 'faint',
      },
    ],
  };
}

function kneeCell(knee: Knee): Cell {
  return cell(kneeText(knee), knee.limitedBy === 'latency' && knee.knee !== null ? undefined : 'warning');
}

function trials({ trials }: Knee): string {
  const of = (verdict: string) => trials.filter((trial) => trial.verdict === verdict).length;
  return `${of('passed')} passed, ${of('failed')} failed, ${of('void')} void`;
}

/** Every trial, in its order. */
export function trialsTable(knee: Knee, name: string): Table {
  return {
    kind: 'table',
    caption: `${name}, ${knee.what}: ${count(knee.trials.length, 'trial')}`,
    head: ['level', 'round', 'p99', 'verdict'].map((one) => cell(one)),
    rows: knee.trials.map(({ level, round, p99_ms, verdict }) => ({
      label: whole(level),
      cells: [
        cell(String(round)),
        cell(p99_ms === null ? 'beyond the drain' : `${short(p99_ms)} ms`),
        cell(verdict, verdict === 'passed' ? undefined : 'warning'),
      ],
    })),
    notes: [],
  };
}

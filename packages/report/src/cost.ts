import type { Cost, Shown, Untold } from '@meteor-vs-mean/measure/results';
import type { Cell } from './document.ts';
import { bare, fixed, show } from './numbers.ts';

/** A cost with the ends of its 95 % interval, if it has one. */
interface Estimate {
  value: number;
  low: number | null;
  high: number | null;
  /** Null: it may be quoted. */
  untold: Untold | null;
}

/** Nothing costs less than nothing: a cost that may be zero has the most that it can be. */
export function estimateCell(estimate: Estimate, shown: Shown): Cell {
  const { value, low, high, untold } = estimate;
  switch (untold) {
    case 'small-steps':
      return { text: noCost, remark: smallSteps, tone: 'faint' };
    case 'flat':
      return { text: noCost, ...sub(atMost(estimate, shown)), tone: 'faint' };
    default:
      return {
        text: show(value, shown),
        ...sub(low === null || high === null ? null : `95 %: ${bare(low, shown)} to ${bare(high, shown)}`),
      };
  }
}

/** In a sentence: `40.6 KB (95 %: 38.0 to 43.2)`. */
export function costText(cost: Cost, shown: Shown): string {
  const { untold, line } = cost;
  if (untold === 'no-line') return `no figure (the points lie on no line: r² ${fixed(line.r2, 2)})`;
  const { text, sub, remark } = estimateCell(estimateOf(cost), shown);
  const behind = [sub, remark].filter((part) => part !== undefined).join('; ');
  return behind === '' ? text : `${text} (${behind})`;
}

export function estimateOf({ line: { slope, low, high }, untold }: Cost): Estimate {
  return { value: slope, low, high, untold };
}

const noCost = 'too small to measure';
const smallSteps = 'use more --steps';

function atMost({ high }: Estimate, shown: Shown): string | null {
  return high === null || high <= 0 ? null : `95 %: less than ${show(high, shown)}`;
}

function sub(text: string | null): Pick<Cell, 'sub'> {
  return text === null ? {} : { sub: text };
}

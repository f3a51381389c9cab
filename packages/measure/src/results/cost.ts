import type { Slope } from '@meteor-vs-mean/stats';
import type { SlopeFigure } from './figure.ts';
import { type AppResult, lineOf } from './summary.ts';

/**
 * Why the slope of a line isn't told as a cost. `small-steps`: it rises by less than what is read moves by itself;
 * `flat`: it may as well be zero, or less; `no-line`: the points lie on none.
 */
export type Untold = 'small-steps' | 'flat' | 'no-line';

/** What one more client costs, by the line through the steps. */
export interface Cost {
  line: Slope;
  /** Null: its slope may be quoted. */
  untold: Untold | null;
}

/** A contestant's memory lines. */
export type Holding = Pick<AppResult, 'memory'>;

/** @returns null where there is no line: it wasn't read */
export function costOf(
  contestant: Holding,
  figure: Pick<SlopeFigure, 'line' | 'documents' | 'leastRise'>,
): Cost | null {
  const line = lineOf(contestant, figure);
  if (!line) return null;
  const steps = contestant.memory.find(({ documents }) => documents === figure.documents)?.steps ?? [];
  const rise = line.slope * (Math.max(...steps) - Math.min(...steps));
  return { line, untold: untoldOf(line, rise, figure) };
}

function untoldOf(line: Slope, rise: number, { leastRise }: Pick<SlopeFigure, 'leastRise'>): Untold | null {
  if (leastRise !== undefined && rise < leastRise) return 'small-steps';
  if (isFlat(line)) return 'flat';
  return line.straight ? null : 'no-line';
}

/** A flat line is a line: what lies on it costs nothing that can be seen. */
function isFlat({ slope, low }: Slope): boolean {
  return slope <= 0 || (low !== null && low <= 0);
}

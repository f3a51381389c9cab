import { type Ratios, ratioOfSlopes } from '@meteor-vs-mean/stats';
import { costOf, type Holding, type Untold } from './cost.ts';
import type { SlopeFigure } from './figure.ts';
import { costsOfClient, figureNamed } from './figures.ts';
import type { CompareSummary, Comparison } from './summary.ts';

/** Tells such an interval from one by pairs. */
export const slopeMethod = 'of the ratio of slopes (Fieller)';

/**
 * The summary, with an interval for what a client costs where few starts give none by pairs: the slopes of three
 * starts a side have intervals, and so has their ratio (Fieller). A slope that can't be quoted has no ratio.
 */
export function withSlopeIntervals(summary: CompareSummary): CompareSummary {
  return { ...summary, comparisons: summary.comparisons.map((one) => widened(one, summary)) };
}

function widened(comparison: Comparison, { results }: CompareSummary): Comparison {
  const side = (key: string) => results.find((one) => one.key === key && one.load === comparison.load);
  const [a, b] = [side(comparison.a), side(comparison.b)];
  const figures = Object.entries(comparison.figures).flatMap(([name, ratios]): [string, Ratios][] => {
    const figure = figureNamed(name);
    const [above, below] = figure?.kind === 'slope' ? [a && costOf(a, figure), b && costOf(b, figure)] : [];
    if (!above || !below) return [[name, ratios]];
    // Of what isn't to be quoted there is no ratio either.
    if ([above, below].some(({ untold }) => untold !== null)) return [];
    if (ratios.interval) return [[name, ratios]];
    const { ratio, low, high } = ratioOfSlopes(above.line, below.line);
    // Below zero is noise, and no ratio of costs.
    if (low === null || high === null || !(ratio > 0) || !(low > 0)) return [[name, ratios]];
    return [[name, { ...ratios, mean: ratio, interval: { low, high, level: 0.95, method: slopeMethod } }]];
  });
  return { ...comparison, figures: Object.fromEntries(figures) };
}

/** What one more document costs that one more client holds. */
interface HeldDocument {
  cost: number;
  /** Half of its 95 % interval; null without one. */
  half: number | null;
  /** Null: it may be quoted. */
  untold: Untold | null;
}

/**
 * The difference of two slopes of separate starts, those with the fewest and with the most documents, so their errors
 * add as squares.
 * @returns null without two that differ in documents
 */
export function heldDocument(
  contestant: Holding,
  { line, leastRise }: Pick<SlopeFigure, 'line' | 'leastRise'>,
): HeldDocument | null {
  const [fewest, most] = [contestant.memory.at(0), contestant.memory.at(-1)];
  const documents = (most?.documents ?? 0) - (fewest?.documents ?? 0);
  if (!fewest || !most || documents === 0) return null;
  const [below, above] = [fewest, most].map(({ documents }) =>
    costOf(contestant, { line, documents, leastRise }),
  );
  if (!below || !above) return null;
  const halves = [below, above].map(({ line: { low, high } }) =>
    low === null || high === null ? null : (high - low) / 2,
  );
  const [first, second] = halves;
  const cost = (above.line.slope - below.line.slope) / documents;
  const half = first == null || second == null ? null : Math.hypot(first, second) / documents;
  // The difference of flat lines is flat; one of lines that aren't to be quoted isn't either.
  const unsound = [below, above].map(({ untold }) => untold).find((untold) => untold && untold !== 'flat');
  return { cost, half, untold: unsound ?? (cost - (half ?? 0) <= 0 ? 'flat' : null) };
}

/** As a summary has it: of each line that says so, by its name there. */
export function heldDocuments(contestant: Holding): Record<string, number> | null {
  const costs = costsOfClient(0).flatMap((figure): [string, number][] => {
    const found = figure.held && heldDocument(contestant, figure);
    return figure.held && found ? [[figure.held.name, found.cost]] : [];
  });
  return costs.length > 0 ? Object.fromEntries(costs) : null;
}

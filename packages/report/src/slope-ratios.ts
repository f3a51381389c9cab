import { type Ratios, ratioOfSlopes, type Slope } from '@meteor-vs-mean/stats';
import type { Comparison, ContestantSummary, MemorySummary, Summary } from './results.ts';

/** Tells such an interval from one by pairs. */
export const slopeMethod = 'of the ratio of slopes (Fieller)';

const slopes: Record<string, (memory: MemorySummary) => Slope | null> = {
  heap_bytes_per_client: ({ heap }) => heap,
  rss_bytes_per_client: ({ rss }) => rss,
  idleCpu_ms_per_s_and_client: ({ idleCpu }) => idleCpu,
};

/** A flat line is a line: what lies on it costs nothing that can be seen. */
export function isFlat({ slope, low }: Slope): boolean {
  return slope <= 0 || (low !== null && low <= 0);
}

/**
 * The summary, with an interval for what a client costs where few starts give none by pairs: the slopes of three
 * starts a side have intervals, and so has their ratio (Fieller). A slope that can't be quoted, for its points lie on no line
 * or it is flat, has no ratio.
 */
export function withSlopeIntervals(summary: Summary): Summary {
  return { ...summary, comparisons: summary.comparisons.map((one) => widened(one, summary)) };
}

function widened(comparison: Comparison, { contestants }: Summary): Comparison {
  const side = (key: string) =>
    contestants.find((one) => one.key === key && one.scenario === comparison.scenario);
  const [a, b] = [side(comparison.a), side(comparison.b)];
  const figures = Object.entries(comparison.figures).flatMap(([name, ratios]): [string, Ratios][] => {
    const [above, below] = [slopeOf(a, name), slopeOf(b, name)];
    if (!above || !below) return [[name, ratios]];
    // Of what isn't to be quoted there is no ratio either.
    if (![above, below].every((slope) => slope.straight && !isFlat(slope))) return [];
    if (ratios.interval) return [[name, ratios]];
    const { ratio, low, high } = ratioOfSlopes(above, below);
    // Below zero is noise, and no ratio of costs.
    if (low === null || high === null || !(ratio > 0) || !(low > 0)) return [[name, ratios]];
    return [[name, { ...ratios, mean: ratio, interval: { low, high, level: 0.95, method: slopeMethod } }]];
  });
  return { ...comparison, figures: Object.fromEntries(figures) };
}

function slopeOf(one: ContestantSummary | undefined, figure: string): Slope | null {
  const [, name, documents] = /^(.*)_(\d+)$/.exec(figure) ?? [];
  const memory = one?.memory.find((held) => String(held.documents) === documents);
  return (memory && name && slopes[name]?.(memory)) || null;
}

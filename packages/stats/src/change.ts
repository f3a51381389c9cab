import type { Interval } from './ratio.ts';

/** A positive value and its interval, as returned by `ratios` and `ratioOfSlopes`. */
interface Estimate {
  mean: number;
  interval: { low: number; high: number } | null;
}

/** A figure that was measured twice: the second value over the first. */
export interface Change {
  ratio: number;
  interval: Interval;
}

/**
 * The second value over the first. Only the two intervals are needed: on a log scale, each end's distance from the new
 * value is the square root of the sum of the squares of the two values' distances to their own ends (MOVER: Zou &
 * Donner, "Construction of confidence limits about effect measures: A general approach", Statistics in Medicine 27
 * (2008)). The intervals must be of independent runs; if the runs have anything in common, the result is too wide.
 * @returns undefined if one has no interval, or an interval that isn't of a ratio
 */
export function changeOf(first: Estimate, second: Estimate): Change | undefined {
  const [a, b] = [first, second].map(onLogs);
  if (!a || !b) return undefined;
  const change = b.value - a.value;
  return {
    ratio: Math.exp(change),
    interval: {
      low: Math.exp(change - Math.hypot(b.below, a.above)),
      high: Math.exp(change + Math.hypot(b.above, a.below)),
      level: 0.95,
      method: 'MOVER, of the intervals of both',
    },
  };
}

/** A value on the logarithmic scale, and the distances from it to the ends of its interval. */
function onLogs({ mean, interval }: Estimate) {
  if (!interval || !(interval.low > 0) || !(mean > 0) || !Number.isFinite(interval.high)) return undefined;
  const value = Math.log(mean);
  return { value, below: value - Math.log(interval.low), above: Math.log(interval.high) - value };
}

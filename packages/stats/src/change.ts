import type { Interval } from './ratio.ts';

/** A value and its interval, both positive: of a ratio, as `ratios` and `ratioOfSlopes` give it. */
interface Estimate {
  mean: number;
  interval: { low: number; high: number } | null;
}

/** What was measured twice: the second over the first. */
export interface Change {
  ratio: number;
  interval: Interval;
}

/**
 * How many times the first value the second one is. It needs nothing but the two intervals: each end of the new one lies
 * as far from the middle as the square root of the sum of two squares, those of the distances of both values to their
 * own ends (MOVER, here on logs: Zou & Donner, "Construction of confidence limits about effect measures: A general
 * approach", Statistics in Medicine 27 (2008)). Intervals of two separate runs are needed: with anything in common it is
 * too wide.
 * @returns undefined if one has no interval, or one that holds no ratio
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

/** A value on the logarithmic scale, and how far its interval reaches below and above it. */
function onLogs({ mean, interval }: Estimate) {
  if (!interval || !(interval.low > 0) || !(mean > 0) || !Number.isFinite(interval.high)) return undefined;
  const value = Math.log(mean);
  return { value, below: value - Math.log(interval.low), above: Math.log(interval.high) - value };
}

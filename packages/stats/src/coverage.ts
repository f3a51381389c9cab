import { betaQuantile } from './distribution.ts';

interface Coverage {
  /** Intervals that contain the true value. */
  contained: number;
  of: number;
  share: number;
  /** 95 % interval of the share. */
  low: number;
  high: number;
}

/**
 * How many of the intervals of A/A comparisons, whose true ratio is 1, contain it. 95 in 100 should.
 * @returns undefined of no interval
 */
export function coverage(
  intervals: readonly { low: number; high: number }[],
  truth = 1,
): Coverage | undefined {
  const of = intervals.length;
  if (of === 0) return undefined;
  const contained = intervals.filter(({ low, high }) => low <= truth && truth <= high).length;
  return { contained, of, share: contained / of, ...shareInterval(contained, of) };
}

/**
 * The exact 95 % interval of a share, by Clopper & Pearson, "The use of confidence or fiducial limits illustrated in
 * the case of the binomial", Biometrika 26 (1934), written as quantiles of the beta distribution.
 */
export function shareInterval(successes: number, of: number): { low: number; high: number } {
  return {
    low: successes === 0 ? 0 : betaQuantile(0.025, successes, of - successes + 1),
    high: successes === of ? 1 : betaQuantile(0.975, successes + 1, of - successes),
  };
}

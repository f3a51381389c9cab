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
 * How many intervals of A/A comparisons contain their true ratio, 1. It should be 95 in 100.
 * @returns undefined without intervals
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

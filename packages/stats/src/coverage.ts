export interface Coverage {
  /** Intervals that contain the true value. */
  contained: number;
  of: number;
  share: number;
  /** 95 % of the share. */
  low: number;
  high: number;
}

/**
 * How many of the intervals of A/A comparisons, where the true ratio is 1, contain it. 95 in 100 should.
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
 * The exact 95 % interval of a share: Clopper & Pearson, "The use of confidence or fiducial limits illustrated in
 * the case of the binomial", Biometrika 26 (1934).
 */
export function shareInterval(successes: number, of: number): { low: number; high: number } {
  return {
    low: successes === 0 ? 0 : bisect((share) => 1 - atMost(successes - 1, of, share) < 0.025),
    high: successes === of ? 1 : bisect((share) => atMost(successes, of, share) > 0.025),
  };
}

/** Where `below` turns from true to false, between 0 and 1. */
function bisect(below: (share: number) => boolean): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (below(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The binomial distribution function, summed by logs so that many trials don't underflow. */
function atMost(successes: number, of: number, share: number): number {
  let log = of * Math.log1p(-share);
  let sum = Math.exp(log);
  for (let k = 1; k <= successes; k++) {
    log += Math.log((of - k + 1) / k) + Math.log(share) - Math.log1p(-share);
    sum += Math.exp(log);
  }
  return Math.min(1, sum);
}

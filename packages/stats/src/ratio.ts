/** Ratios within pairs, and how far apart they lie. Fewer than six pairs carry no interval. */
export interface Ratios {
  /** One a pair, in the order of the pairs. */
  each: number[];
  /** Geometric mean, so that A to B is exactly the inverse of B to A. Of no ratio, NaN (null in JSON). */
  mean: number;
  low: number;
  high: number;
  /** Pairs that have both figures, but one of them lies beyond the drain: no ratio says how bad that is. */
  beyond: number;
}

/**
 * @param pairs numerator and denominator of each pair: undefined for a round that is missing or void, null for a
 *   percentile that lies beyond the drain; a pair with one that isn't positive has no ratio and is left out
 * @returns undefined if no pair has both
 */
export function ratios(
  pairs: readonly (readonly [number | null | undefined, number | null | undefined])[],
): Ratios | undefined {
  const each = pairs.flatMap(([a, b]) => (a != null && b != null && a > 0 && b > 0 ? [a / b] : []));
  const beyond = pairs.filter(
    ([a, b]) => (a === null && b !== undefined) || (b === null && a !== undefined),
  ).length;
  if (each.length === 0 && beyond === 0) return undefined;
  const logs = each.map(Math.log);
  return {
    each,
    mean: Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length),
    low: Math.min(...each),
    high: Math.max(...each),
    beyond,
  };
}

/** @returns the middle value, the mean of the two middle ones, or undefined of nothing; nulls sort as largest */
export function median(values: readonly (number | null)[]): number | null | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.map((value) => value ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const value = ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2;
  return Number.isFinite(value) ? value : null;
}

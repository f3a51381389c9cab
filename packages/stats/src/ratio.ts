import { studentQuantile } from './student.ts';

/** One figure of both rounds of a pair: undefined of a round that is missing or void, null where it lies beyond the drain. */
export interface PairOf {
  a: number | null | undefined;
  b: number | null | undefined;
  /** Which ran first. */
  first: 'a' | 'b';
}

/** Ratios within pairs, a over b, and how far apart they lie. */
export interface Ratios {
  /** One a pair, in the order of the pairs. */
  each: number[];
  /** Geometric mean, so that A to B is exactly the inverse of B to A; of no ratio, NaN (null in JSON). */
  mean: number;
  low: number;
  high: number;
  /** Pairs that have both figures, but one of them lies beyond the drain: no ratio says how bad that is. */
  beyond: number;
  /** Of the mean; null with fewer than six pairs, or if a pair lies beyond the drain. */
  interval: Interval | null;
  /**
   * How much the one that ran second was slower: exp of half the difference of the two orders; null without both
   * orders. Taken out of mean and interval.
   */
  order: number | null;
}

export interface Interval {
  low: number;
  high: number;
  level: 0.95;
  /** In words, as a report prints it. */
  method: string;
}

/** Fewer pairs carry no interval. */
export const fewestPairs = 6;

/**
 * @param pairs a pair with a figure that isn't positive has no ratio and is left out
 * @returns undefined if no pair has both
 */
export function ratios(pairs: readonly PairOf[], _options: { seed?: number } = {}): Ratios | undefined {
  const both = pairs.flatMap(({ a, b, first }) =>
    a != null && b != null && a > 0 && b > 0 ? [{ ratio: a / b, first }] : [],
  );
  const beyond = pairs.filter(
    ({ a, b }) => (a === null && b !== undefined) || (b === null && a !== undefined),
  ).length;
  if (both.length === 0 && beyond === 0) return undefined;
  const each = both.map(({ ratio }) => ratio);
  const logs = (order: 'a' | 'b') =>
    both.filter(({ first }) => first === order).map(({ ratio }) => Math.log(ratio));
  const strata = [logs('a'), logs('b')].filter((stratum) => stratum.length > 0);
  const means = strata.map(mean);
  const middle = mean(means);
  const [aFirst, bFirst] = means;
  const order =
    aFirst !== undefined && bFirst !== undefined && strata.length === 2
      ? Math.exp((bFirst - aFirst) / 2)
      : null;
  const enough = both.length >= fewestPairs && beyond === 0;
  return {
    each,
    mean: Math.exp(middle),
    low: Math.min(...each),
    high: Math.max(...each),
    beyond,
    interval: enough ? intervalOf(strata, middle) : null,
    order,
  };
}

function intervalOf(strata: readonly number[][], middle: number): Interval {
  const n = strata.reduce((sum, stratum) => sum + stratum.length, 0);
  const freedom = n - strata.length;
  const squares = strata.reduce((sum, stratum) => {
    const center = mean(stratum);
    return sum + stratum.reduce((inner, log) => inner + (log - center) ** 2, 0);
  }, 0);
  const inverse = strata.reduce((sum, stratum) => sum + 1 / stratum.length, 0) / strata.length ** 2;
  const half = studentQuantile(0.975, freedom) * Math.sqrt((squares / freedom) * inverse);
  return { low: Math.exp(middle - half), high: Math.exp(middle + half), level: 0.95, method: 't of logs' };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** @returns the middle value, the mean of the two middle ones, or undefined of nothing; nulls sort as largest */
export function median(values: readonly (number | null)[]): number | null | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.map((value) => value ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const value = ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2;
  return Number.isFinite(value) ? value : null;
}

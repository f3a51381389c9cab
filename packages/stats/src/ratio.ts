import { studentQuantile } from './distribution.ts';
import { mean } from './middle.ts';
import { randomFrom } from './random.ts';

/** One figure of both rounds of a pair: undefined if the round is missing or void, null if it lies beyond the drain. */
export interface PairOf {
  a: number | null | undefined;
  b: number | null | undefined;
  /** The side that ran first. */
  first: 'a' | 'b';
}

/** Ratios within pairs, a over b, and their spread. */
export interface Ratios {
  /** One a pair, in the order of the pairs. */
  each: number[];
  /**
   * Geometric mean, so that A to B is exactly the inverse of B to A. NaN (null in JSON) if a pair lies beyond the
   * drain, because a mean of the others would make losses look fast.
   */
  mean: number;
  low: number;
  high: number;
  /** Pairs with both figures of which one lies beyond the drain, so that they have no ratio. */
  beyond: number;
  /** Of the mean; null with fewer than six pairs, or if a pair lies beyond the drain. */
  interval: Interval | null;
  /**
   * How much slower the second run of a pair was: exp of half the difference of the two orders' means of logs; null
   * without both orders. Mean and interval are corrected for it.
   */
  order: number | null;
}

export interface Interval {
  low: number;
  high: number;
  level: 0.95;
  /** In words, for the report. */
  method: string;
}

/** Fewer pairs have no interval. */
export const fewestPairs = 6;

/** Chosen so that the ends' ranks are whole numbers (Davison & Hinkley 1997, 2.2.2). */
const resamples = 9_999;

/** The 97.5 % quantile of the normal distribution. */
const normalQuantile = 1.959964;

/**
 * Ratios of a over b, from pairs of two starts of an app each. All calculations are on logs. The mean is the mean of
 * two means: of the pairs in which a ran first, and of those in which b did. This cancels the cost of running second
 * and a steady drift over the rounds (ABBA), however many pairs of each order are valid.
 *
 * The interval is a bootstrap that resamples pairs: for each order it draws as many residuals from the order's mean as
 * there are pairs; the percentiles of the resampled means are its ends. Residuals are scaled up by sqrt(n / (n - 2)),
 * because they come from two fitted means (Davison & Hinkley, Bootstrap Methods and their Application, 1997, 6.2.3),
 * and by t over the normal quantile, because few pairs estimate their own spread badly (the idea of Hesterberg, "What
 * Teachers Should Know About the Bootstrap", The American Statistician 69 (2015)).
 *
 * In simulations with an order effect and drift (bench/coverage.ts, 2,000 runs each), 95 % intervals contained the
 * truth in
 *
 * | pairs | normal | t, 3 df | lognormal | outliers |
 * |------:|-------:|--------:|----------:|---------:|
 * |     6 | 94.7 % |  95.4 % |    97.2 % |   96.2 % |
 * |     8 | 94.5 % |  95.3 % |    96.5 % |   96.0 % |
 * |    12 | 95.5 % |  95.8 % |    95.5 % |   95.5 % |
 * |    24 | 95.3 % |  94.6 % |    94.8 % |   94.0 % |
 *
 * If only one side is as skewed as a lognormal, even on a logarithmic scale, the coverage is lower: 85 % with six
 * pairs.
 * @param pairs a pair with a figure that isn't positive has no ratio and is left out
 * @param options the same pairs and seed give the same numbers
 * @returns undefined if no pair has both figures
 */
export function ratios(pairs: readonly PairOf[], { seed = 1 }: { seed?: number } = {}): Ratios | undefined {
  const both = pairs.flatMap(({ a, b, first }) =>
    a != null && b != null && a > 0 && b > 0 ? [{ ratio: a / b, first }] : [],
  );
  const beyond = pairs.filter(
    ({ a, b }) => (a === null && b !== undefined) || (b === null && a !== undefined),
  ).length;
  if (both.length === 0 && beyond === 0) return undefined;
  const each = both.map(({ ratio }) => ratio);
  const logsOf = (order: PairOf['first']) =>
    both.flatMap(({ ratio, first }) => (first === order ? [Math.log(ratio)] : []));
  const [aFirst, bFirst] = [logsOf('a'), logsOf('b')];
  const orders = [aFirst, bFirst].filter((logs) => logs.length > 0);
  const enough = each.length >= fewestPairs && beyond === 0;
  return {
    each,
    mean: beyond > 0 ? Number.NaN : Math.exp(mean(orders.map(mean))),
    low: Math.min(...each),
    high: Math.max(...each),
    beyond,
    interval: enough ? resample(orders, randomFrom(seed)) : null,
    order: orders.length === 2 ? Math.exp((mean(bFirst) - mean(aFirst)) / 2) : null,
  };
}

function resample(orders: readonly (readonly number[])[], random: () => number): Interval {
  const middle = mean(orders.map(mean));
  const residuals = orders.flatMap((logs) => {
    const own = mean(logs);
    return logs.map((log) => log - own);
  });
  const n = residuals.length;
  const freedom = n - orders.length;
  const means = resampledMeans(orders, residuals, random);
  const scale = (Math.sqrt(n / freedom) * studentQuantile(0.975, freedom)) / normalQuantile;
  const end = (share: number) => Math.exp(middle + scale * (means[share * (resamples + 1) - 1] as number));
  return {
    low: end(0.025),
    high: end(0.975),
    level: 0.95,
    method: `bootstrap of pairs, widened for their small number${orders.length === 1 ? '; order not removed' : ''}`,
  };
}

/**
 * A separate function because of V8 13.6 (Node 24.21): it compiles the loop while it runs, and an object literal after
 * the loop then shared its two numbers with the object of another call if the compiler's thread had to wait for a core.
 * @returns in ascending order
 */
function resampledMeans(
  orders: readonly (readonly number[])[],
  residuals: readonly number[],
  random: () => number,
): Float64Array {
  const means = new Float64Array(resamples);
  for (let index = 0; index < resamples; index++) {
    let total = 0;
    for (const { length } of orders) {
      let sum = 0;
      for (let drawn = 0; drawn < length; drawn++)
        sum += residuals[Math.floor(random() * residuals.length)] as number;
      total += sum / length;
    }
    means[index] = total / orders.length;
  }
  return means.sort();
}

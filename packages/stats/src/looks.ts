import { studentQuantile } from './distribution.ts';
import { mean } from './middle.ts';
import { fewestPairs, type Ratios } from './ratio.ts';

/**
 * Numbers of pairs after which a run that adds pairs looks at its intervals: even, so that both orders are as many.
 * They are few and far apart because a run that stops when its intervals are narrow stops too often when they are so
 * by chance. Simulated (bench/coverage.ts, 2,000 runs each, until two figures are within 10 %), 95 % intervals held
 * the truth in 93.7 to 94.8 % of the runs if both figures were as noisy, and in 91.7 % at worst if one alone decided.
 */
export const looks: readonly number[] = [6, 8, 12, 16, 24, 32, 48];

/**
 * How far the interval reaches from the mean, as a share: 0.1 says that its ends are the mean times and over 1.1 at
 * most. The same for A over B and B over A.
 */
export function halfWidth({ mean, interval }: Ratios): number | null {
  return interval ? Math.max(interval.high / mean, mean / interval.low) - 1 : null;
}

const mostPairs = 10_000;

/**
 * How many pairs it would take until `halfWidth` is `goal`, if the spread seen so far is the true one: about as often
 * it takes more as fewer.
 * @returns an even number, never fewer than were run, 10,000 at most; null with fewer than three pairs, or if one lies
 *   beyond the drain
 */
export function pairsFor(ratios: Ratios, goal: number): number | null {
  const { each, beyond, interval } = ratios;
  const n = each.length;
  if (n < 3 || beyond > 0) return null;
  const spread = interval
    ? (Math.log(interval.high / interval.low) / 2 / studentQuantile(0.975, n - 2)) * Math.sqrt(n)
    : deviation(each.map(Math.log));
  for (let pairs = Math.max(fewestPairs, n + (n % 2)); pairs < mostPairs; pairs += 2) {
    if ((studentQuantile(0.975, pairs - 2) * spread) / Math.sqrt(pairs) <= Math.log(1 + goal)) return pairs;
  }
  return mostPairs;
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

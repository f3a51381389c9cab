import { studentQuantile } from './distribution.ts';
import type { Ratios } from './ratio.ts';

/** Numbers of pairs after which a run that adds pairs looks at its intervals: even, so that both orders are as many. */
export const looks: readonly number[] = [6, 8, 12, 16, 24, 32, 48];

/**
 * How far the interval reaches from the mean, as a share: 0.1 says that its ends are the mean times and over 1.1 at
 * most. The same for A over B and B over A.
 */
export function halfWidth({ mean, interval }: Ratios): number | null {
  return interval ? Math.max(interval.high / mean, mean / interval.low) - 1 : null;
}

/**
 * How many pairs it would probably take until `halfWidth` is `goal`, judged by the spread seen so far: even, never
 * fewer than were run; null with fewer than three, or if one lies beyond the drain.
 */
export function pairsFor(ratios: Ratios, goal: number): number | null {
  const { each, beyond, interval } = ratios;
  const n = each.length;
  if (n < 3 || beyond > 0) return null;
  const spread = interval
    ? (Math.log(interval.high / interval.low) / 2 / studentQuantile(0.975, n - 2)) * Math.sqrt(n)
    : deviation(each.map(Math.log));
  const most = 10_000;
  for (let pairs = Math.max(6, n + (n % 2)); pairs < most; pairs += 2) {
    if ((studentQuantile(0.975, pairs - 2) * spread) / Math.sqrt(pairs) <= Math.log(1 + goal)) return pairs;
  }
  return most;
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

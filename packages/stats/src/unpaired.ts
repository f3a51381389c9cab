import { fewestPairs } from './ratio.ts';

/** How much larger b's values are than a's, from starts that aren't pairs: b over a. */
interface UnpairedRatio {
  /** Median of the ratios of each value of b to each value of a. */
  ratio: number;
  /** The smallest and the largest of these ratios. */
  low: number;
  high: number;
  /** Of `ratio`; null with fewer than six values on a side. */
  interval: { low: number; high: number; level: 0.95; method: string } | null;
}

/**
 * The estimator that belongs to the rank-sum test of Mann and Whitney, on logs: Hodges & Lehmann, "Estimates of
 * location based on rank tests", Annals of Mathematical Statistics 34 (1963). It only assumes that b's distribution is
 * a's times a factor, and its interval contains that factor in at least 95 of 100 cases.
 * @param a and `b`: positive values, one per start
 * @returns undefined if a side is empty
 */
export function unpairedRatio(a: readonly number[], b: readonly number[]): UnpairedRatio | undefined {
  const ratios = b.flatMap((one) => a.map((other) => one / other)).sort((x, y) => x - y);
  const n = ratios.length;
  if (n === 0) return undefined;
  const at = (rank: number) => ratios[rank - 1] as number;
  const enough = a.length >= fewestPairs && b.length >= fewestPairs;
  const rank = enough ? 1 + criticalRankSum(a.length, b.length) : 0;
  return {
    ratio: Math.sqrt(at(Math.floor((n + 1) / 2)) * at(Math.ceil((n + 1) / 2))),
    low: at(1),
    high: at(n),
    interval: enough
      ? { low: at(rank), high: at(n + 1 - rank), level: 0.95, method: 'Hodges-Lehmann, by ranks of starts' }
      : null,
  };
}

/**
 * The largest U of the Mann-Whitney test that is significant at 5 %, two-sided, as in printed tables.
 * @returns -1 if there is none
 */
export function criticalRankSum(m: number, n: number): number {
  const counts = rankSumCounts(m, n);
  const all = counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (let u = 0; u < counts.length; u++) {
    below += counts[u] as number;
    if (below / all > 0.025) return u - 1;
  }
  return -1;
}

/** The number of orders of m and n values with each U: the coefficients of the Gaussian binomial. */
function rankSumCounts(m: number, n: number): number[] {
  let counts = [1];
  for (let i = 1; i <= m; i++) {
    // Times (1 - q^(n + i)), over (1 - q^i).
    const longer = [...counts, ...Array<number>(n + i).fill(0)];
    for (let u = longer.length - 1; u >= n + i; u--) longer[u] = (longer[u] ?? 0) - (longer[u - n - i] ?? 0);
    for (let u = i; u < longer.length; u++) longer[u] = (longer[u] ?? 0) + (longer[u - i] ?? 0);
    counts = longer.slice(0, i * n + 1);
  }
  return counts;
}

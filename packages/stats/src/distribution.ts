/** The distributions for intervals and tests, all from one function: the regularised incomplete beta function. */

/**
 * Student's t: the quantile for a share.
 * @param share above 0.5: 0.975 for the ends of a 95 % interval
 * @param freedom degrees of freedom, above 0
 */
export function studentQuantile(share: number, freedom: number): number {
  // DLMF 8.17(ii) with t² / (freedom + t²) as the variable: the probability within t of zero.
  const within = betaQuantile(2 * share - 1, 1 / 2, freedom / 2);
  return Math.sqrt((freedom * within) / (1 - within));
}

/** F: the probability of a ratio of variances at least this large, if both estimate the same variance. */
export function exceedsF(ratio: number, above: number, below: number): number {
  return 1 - betaShare(1 / (1 + below / (above * ratio)), above / 2, below / 2);
}

/** Beta: the quantile for a share. */
export function betaQuantile(share: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  while (true) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle;
    if (betaShare(middle, a, b) < share) low = middle;
    else high = middle;
  }
}

/** The regularised incomplete beta function I_x(a, b): the share of a beta distribution below x. */
export function betaShare(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges quickly on this side (DLMF 8.17.22); symmetry gives the other (8.17.4).
  if (x > (a + 1) / (a + b + 2)) return 1 - betaShare(1 - x, b, a);
  const log = a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b);
  return (Math.exp(log) / a) * betaFraction(x, a, b);
}

/** DLMF 8.17.22, evaluated by Lentz's method (Thompson & Barnett 1986). */
function betaFraction(x: number, a: number, b: number): number {
  let numerator = 1;
  let denominator = 1 / (1 - ((a + b) * x) / (a + 1));
  let value = denominator;
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let factor = 1;
    for (const term of [even, odd]) {
      denominator = 1 / (1 + term * denominator);
      numerator = 1 + term / numerator;
      factor = numerator * denominator;
      value *= factor;
    }
    if (Math.abs(factor - 1) < 1e-15) break;
  }
  return value;
}

/** Stirling's series (DLMF 5.11.1), after shifting to where five terms are exact to double precision. */
function logGamma(x: number): number {
  if (x < 12) return logGamma(x + 1) - Math.log(x);
  const square = 1 / (x * x);
  const series = 1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)));
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series / x;
}

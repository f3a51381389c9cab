/** `y = intercept + slope * x`, and how well it fits. */
export interface Line {
  slope: number;
  intercept: number;
  /** Share of the variance of y that the line explains, 0 to 1. */
  r2: number;
  /** Largest distance of a point from the line, in units of y. */
  worst: number;
}

export type Point = readonly [x: number, y: number];

/**
 * Ordinary least squares.
 * @throws with fewer than two different x: no line is determined
 */
export function fitLine(points: readonly Point[]): Line {
  const n = points.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  let sxx = 0;
  let sxy = 0;
  let syy = 0;
  for (const [x, y] of points) {
    sxx += (x - meanX) ** 2;
    sxy += (x - meanX) * (y - meanY);
    syy += (y - meanY) ** 2;
  }
  if (n < 2 || sxx === 0) throw new Error('A line needs points at two different x at least');
  const slope = sxy / sxx;
  const intercept = meanY - slope * meanX;
  const residuals = points.map(([x, y]) => y - intercept - slope * x);
  const unexplained = residuals.reduce((sum, residual) => sum + residual ** 2, 0);
  return {
    slope,
    intercept,
    r2: syy === 0 ? 1 : 1 - unexplained / syy,
    worst: Math.max(...residuals.map(Math.abs)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

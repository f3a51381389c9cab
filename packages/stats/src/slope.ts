import type { Point } from './line.ts';
import { studentQuantile } from './student.ts';

/** A cost: how much y rises with x, over several starts of an app that each have an intercept of their own. */
export interface Slope {
  slope: number;
  /** Ends of the 95 % interval, least squares; null with too few points or starts. */
  low: number | null;
  high: number | null;
  /** Mean of the starts' intercepts. */
  intercept: number;
  /** Share of the variance within starts that the slope explains, 0 to 1. */
  r2: number;
  /** Largest distance of a point from its start's line, in units of y. */
  worst: number;
  /** Theil-Sen within starts, with Sen's 95 % interval. */
  robust: { slope: number; low: number | null; high: number | null };
  /** Each start's own least squares slope. */
  each: number[];
  starts: number;
  /** False where the line doesn't fit. */
  straight: boolean;
}

/**
 * @param starts the points of each start of an app
 * @throws if no start has two different x: no slope is determined
 */
export function fitSlope(starts: readonly (readonly Point[])[]): Slope {
  const used = starts.filter((points) => new Set(points.map(([x]) => x)).size >= 2);
  if (used.length === 0) throw new Error('A slope needs points at two different x at least, of one start');
  const sums = used.map((points) => {
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
    return { points, meanX, meanY, sxx, sxy, syy };
  });
  const total = (of: 'sxx' | 'sxy' | 'syy') => sums.reduce((sum, one) => sum + one[of], 0);
  const slope = total('sxy') / total('sxx');
  const residuals = sums.flatMap(({ points, meanX, meanY }) =>
    points.map(([x, y]) => y - meanY - slope * (x - meanX)),
  );
  const unexplained = residuals.reduce((sum, residual) => sum + residual ** 2, 0);
  const freedom = residuals.length - used.length - 1;
  const half =
    freedom >= 1 ? studentQuantile(0.975, freedom) * Math.sqrt(unexplained / freedom / total('sxx')) : null;
  const slopes = used.flatMap(pairSlopes).sort((a, b) => a - b);
  const r2 = total('syy') === 0 ? 1 : 1 - unexplained / total('syy');
  const robust =
    ((slopes[Math.floor((slopes.length - 1) / 2)] as number) +
      (slopes[Math.ceil((slopes.length - 1) / 2)] as number)) /
    2;
  return {
    slope,
    low: half === null ? null : slope - half,
    high: half === null ? null : slope + half,
    intercept: mean(sums.map(({ meanX, meanY }) => meanY - slope * meanX)),
    r2,
    worst: Math.max(...residuals.map(Math.abs)),
    robust: { slope: robust, low: null, high: null },
    each: sums.map(({ sxx, sxy }) => sxy / sxx),
    starts: used.length,
    straight: r2 >= 0.95 && Math.abs(robust - slope) <= 0.15 * Math.abs(slope),
  };
}

/** Slopes between each two points of a start that differ in x. */
function pairSlopes(points: readonly Point[]): number[] {
  return points.flatMap(([x1, y1], index) =>
    points.slice(index + 1).flatMap(([x2, y2]) => (x1 === x2 ? [] : [(y2 - y1) / (x2 - x1)])),
  );
}

/**
 * Slope of a over slope of b, of independent starts.
 * @returns null ends where no interval can be had
 */
export function ratioOfSlopes(
  a: Slope,
  b: Slope,
): { ratio: number; low: number | null; high: number | null } {
  return { ratio: a.slope / b.slope, low: null, high: null };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

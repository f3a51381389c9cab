import { exceedsF, studentQuantile } from './distribution.ts';
import type { Point } from './least-squares.ts';
import { mean } from './middle.ts';

/** How much a cost rises with x, from separate starts of an app at several levels of x. */
export interface CostLine {
  /** In units of y for each unit of x. */
  slope: number;
  /** Ends of its 95 % interval; null with fewer than three levels. */
  low: number | null;
  high: number | null;
  /** In units of y. */
  intercept: number;
  /** How many points it is fitted to, and how many different x they have. */
  points: number;
  levels: number;
  /** False if the line doesn't fit: see `fitCostLine`. */
  straight: boolean;
}

/** Any two levels lie on a line. */
const fewestLevels = 3;

/** After this many fits weights and line have converged. */
const fits = 6;

/**
 * A line through separately measured costs. The noise of a cost is proportional to it, so least squares are weighted by
 * 1 over the square of the fitted cost, and repeated until the fit converges (iteratively reweighted: Carroll &
 * Ruppert, Transformation and Weighting in Regression, 1988, 2.1). Unweighted, with noise of 5 %, levels 1 to 2,000 and
 * a cost that rises sixfold, the interval contained the truth in 75 % of the runs instead of 95.
 *
 * The interval is the wider of two. One takes each point as an observation (t with points - 2 degrees of freedom); it
 * is too narrow if points of one level have a common error. The other takes the mean of each level as an observation (t
 * with levels - 2). In simulations with 3 to 6 levels of 2 and 4 points (test/costs.ts, 2,000 runs each), the wider one
 * contained the truth in 95 to 100 %, whether the noise was constant, proportional to the cost, or common to a level.
 *
 * `straight` is false if the levels' means lie off the line by more than 5 % of its rise, and by more than the points'
 * noise would cause in 1 of 100 (F test for lack of fit: Draper & Smith, Applied Regression Analysis, 3rd ed. 1998,
 * 2.1).
 * @returns null with fewer than two different x
 */
export function fitCostLine(points: readonly Point[]): CostLine | null {
  const levels = [...Map.groupBy(points, ([x]) => x)].map(([x, those]): Level => {
    const values = those.map(([, y]) => y);
    return { x, y: mean(values), count: values.length };
  });
  if (levels.length < 2) return null;
  const single = points.map(([x, y]): Level => ({ x, y, count: 1 }));
  const byPoints = fitWeighted(single);
  const byLevels = fitWeighted(levels);
  const { slope, intercept } = byPoints;
  const half =
    levels.length < fewestLevels ? null : Math.max(halfWidth(byPoints, points), halfWidth(byLevels, levels));
  return {
    slope,
    low: half === null ? null : slope - half,
    high: half === null ? null : slope + half,
    intercept,
    points: points.length,
    levels: levels.length,
    straight: isStraight(byPoints, points, levels),
  };
}

/** The mean of the points at one x. */
interface Level {
  x: number;
  y: number;
  count: number;
}

interface Fit {
  slope: number;
  intercept: number;
  /** Standard error of the slope, for n - 2 degrees of freedom. */
  error: number;
  /** The weight of an observation at x. */
  weightAt(x: number): number;
}

function fitWeighted(observed: readonly Level[]): Fit {
  // Weights must stay finite where the line crosses zero.
  const least = Math.min(...observed.map(({ y }) => Math.abs(y))) / 2 || 1;
  let fit: Fit = { slope: 0, intercept: least, error: Number.NaN, weightAt: () => 1 };
  for (let round = 0; round < fits; round++) {
    const { slope, intercept } = fit;
    const weightAt = round === 0 ? () => 1 : (x: number) => 1 / Math.max(least, intercept + slope * x) ** 2;
    fit = fitOnce(observed, weightAt);
  }
  return fit;
}

function fitOnce(observed: readonly Level[], weightAt: Fit['weightAt']): Fit {
  const sum = (of: (one: Level) => number) =>
    observed.reduce((total, one) => total + one.count * weightAt(one.x) * of(one), 0);
  const all = sum(() => 1);
  const x = sum((one) => one.x) / all;
  const y = sum((one) => one.y) / all;
  const spread = sum((one) => (one.x - x) ** 2);
  const slope = sum((one) => (one.x - x) * (one.y - y)) / spread;
  const intercept = y - slope * x;
  const left = sum((one) => (one.y - intercept - slope * one.x) ** 2);
  return { slope, intercept, weightAt, error: Math.sqrt(left / (observed.length - 2) / spread) };
}

function halfWidth({ error }: Fit, { length }: readonly unknown[]): number {
  return studentQuantile(0.975, length - 2) * error;
}

function isStraight(
  { slope, intercept, weightAt }: Fit,
  points: readonly Point[],
  levels: readonly Level[],
): boolean {
  const [above, below] = [levels.length - 2, points.length - levels.length];
  if (above < 1 || below < 1) return true;
  const off = levels.map(({ x, y }) => y - intercept - slope * x);
  const bent = levels.reduce(
    (sum, { x, count }, at) => sum + count * weightAt(x) * (off[at] as number) ** 2,
    0,
  );
  const noise = points.reduce((sum, [x, y]) => {
    const own = levels.find((level) => level.x === x) as Level;
    return sum + weightAt(x) * (y - own.y) ** 2;
  }, 0);
  if (bent === 0 || exceedsF(bent / above / (noise / below), above, below) >= 0.01) return true;
  const all = levels.map(({ x }) => x);
  const rise = Math.abs(slope) * (Math.max(...all) - Math.min(...all));
  return Math.max(...off.map(Math.abs)) <= 0.05 * rise;
}

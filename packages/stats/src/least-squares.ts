import { exceedsF } from './distribution.ts';
import { mean } from './middle.ts';

export type Point = readonly [x: number, y: number];

/** One slope for all starts, each with its own intercept. */
export interface LeastSquares {
  slope: number;
  /** Mean of the starts' intercepts. */
  intercept: number;
  /** Standard error of the slope; NaN without degrees of freedom. */
  error: number;
  /** Degrees of freedom: points minus starts minus 1. */
  freedom: number;
  /** Root mean square of the residuals, by degrees of freedom. */
  residual: number;
  /** Share of the variance within starts that the slope explains, 0 to 1. */
  r2: number;
  /** How far the points bend away from the line. */
  bend: Bend | null;
}

interface Bend {
  /** Largest distance of the fitted curve from the line, as a share of the line's rise over all x. */
  share: number;
  /** Probability of at least this much bending by noise alone. */
  chance: number;
}

/** Beyond this degree powers of x add no information, and rounding errors grow. */
const highestPower = 7;

/**
 * Least squares with one intercept per start: x and y are centred within each start, which leaves one slope ("within"
 * or fixed effects estimator; with one start it is the ordinary line).
 * @param starts each with at least two different x
 */
export function fitLeastSquares(starts: readonly (readonly Point[])[]): LeastSquares {
  const y = centred(starts, ([, value]) => value);
  const x = centred(starts, ([value]) => value);
  const slope = dot(x, y) / dot(x, x);
  const residuals = y.map((value, index) => value - slope * (x[index] as number));
  const unexplained = dot(residuals, residuals);
  const explained = slope ** 2 * dot(x, x);
  const freedom = y.length - starts.length - 1;
  const residual = freedom > 0 ? Math.sqrt(unexplained / freedom) : Number.NaN;
  const intercepts = starts.map(
    (points) => mean(points.map(([, value]) => value)) - slope * mean(points.map(([value]) => value)),
  );
  return {
    slope,
    intercept: mean(intercepts),
    error: residual / Math.sqrt(dot(x, x)),
    freedom,
    residual,
    r2: explained + unexplained === 0 ? 1 : explained / (explained + unexplained),
    bend: bendOf(starts, x, residuals, slope),
  };
}

/**
 * The F test for lack of fit (Draper & Smith, Applied Regression Analysis, 3rd ed. 1998, 2.1): fits higher powers of x
 * to the line's residuals. If the starts share their x, as many powers as different x follow any shape that the starts
 * have in common, and only their differences count as noise.
 * @returns null with too few points to distinguish a bend from noise: three degrees of freedom must be left
 */
function bendOf(
  starts: readonly (readonly Point[])[],
  x: readonly number[],
  residuals: readonly number[],
  slope: number,
): Bend | null {
  const all = starts.flat().map(([value]) => value);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const highest = Math.min(new Set(all).size - 1, residuals.length - starts.length - 3, highestPower);
  if (highest < 2) return null;
  const basis = [unit(x)];
  for (let power = 2; power <= highest; power++) {
    // From -1 to 1, where powers are least correlated.
    let next = centred(starts, ([value]) => ((2 * value - least - most) / (most - least)) ** power);
    // Twice: the second pass removes the first one's rounding errors.
    for (const known of [...basis, ...basis]) next = less(next, known, dot(next, known));
    if (dot(next, next) > 1e-12) basis.push(unit(next));
  }
  const powers = basis.slice(1);
  if (powers.length === 0) return null;
  let left = [...residuals];
  for (const power of powers) left = less(left, power, dot(left, power));
  const noise = dot(left, left);
  const curve = residuals.map((value, index) => value - (left[index] as number));
  const bent = dot(curve, curve);
  const freedom = residuals.length - starts.length - basis.length;
  const ratio = bent / powers.length / (noise / freedom);
  return {
    share: Math.max(...curve.map(Math.abs)) / Math.abs(slope * (most - least)),
    chance: bent === 0 ? 1 : exceedsF(ratio, powers.length, freedom),
  };
}

/** Subtracts from each value the mean of its start; all starts in one row. */
function centred(starts: readonly (readonly Point[])[], value: (point: Point) => number): number[] {
  return starts.flatMap((points) => {
    const values = points.map(value);
    const own = mean(values);
    return values.map((one) => one - own);
  });
}

function less(values: readonly number[], other: readonly number[], times: number): number[] {
  return values.map((value, index) => value - times * (other[index] as number));
}

function unit(values: readonly number[]): number[] {
  const length = Math.sqrt(dot(values, values));
  return values.map((value) => value / length);
}

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] as number), 0);
}

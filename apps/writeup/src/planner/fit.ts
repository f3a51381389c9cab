/** A line through points, and how far off it is. */
export interface Fit {
  intercept: number;
  slope: number;
  /** The largest share by which a line through all other points misses a point: 0.1 for 10 %. */
  error: number;
}

export type Point = readonly [x: number, y: number];

/**
 * A line with the least squares of relative errors, neither of whose parts is below zero.
 * @param points at least three, of which y is above zero
 * @throws one line with fewer points
 */
export function fitRelative(points: readonly Point[]): Fit {
  if (points.length < 3) throw new Error(`A line with an error takes 3 points; there are ${points.length}`);
  const misses = points.map((point, left) => {
    const { intercept, slope } = lineThrough(points.filter((_, index) => index !== left));
    return Math.abs((intercept + slope * point[0]) / point[1] - 1);
  });
  return { ...lineThrough(points), error: Math.max(...misses) };
}

/** Each point weighs 1 / y², so that a tenth more is as bad at a small y as at a large one. */
function lineThrough(points: readonly Point[]): Pick<Fit, 'intercept' | 'slope'> {
  const sum = (of: (x: number, y: number) => number) =>
    points.reduce((total, [x, y]) => total + of(x, y) / y ** 2, 0);
  const [n, x, y, xx, xy] = [
    sum(() => 1),
    sum((x) => x),
    sum((_, y) => y),
    sum((x) => x * x),
    sum((x, y) => x * y),
  ];
  const divisor = n * xx - x * x;
  const slope = divisor === 0 ? 0 : (n * xy - x * y) / divisor;
  const intercept = (y - slope * x) / n;
  if (slope < 0) return { intercept: y / n, slope: 0 };
  if (intercept < 0) return { intercept: 0, slope: xx === 0 ? 0 : xy / xx };
  return { intercept, slope };
}

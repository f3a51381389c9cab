import type { Point } from './least-squares.ts';
import { mean } from './middle.ts';

/** How far the slope of a line may be off for where its steps were set. */
interface StretchError {
  /** Standard error of the least squares slope. */
  error: number;
  /** Stretches less 1. */
  freedom: number;
}

/**
 * Each stretch between two steps as one observation of the slope, the mean of all starts. What holds for some clients
 * more holds for others less (a table grows, a shape of objects changes), and all starts share it: so it is no noise
 * between them, and other steps would have met it elsewhere. The model is a random walk with drift: the cost of each
 * client is the slope and something of its own, so the variance of a stretch's slope goes with one over its length.
 *
 * The least squares slope is a weighted mean of the stretches' slopes, which gives its error; of many equal steps it is
 * sqrt(6 / 5) times that of the rise from first to last over their distance, as in Durlauf & Phillips, "Trends versus
 * Random Walks in Time Series Analysis", Econometrica 56 (1988). Noise of single points counts, too, and more than it
 * does in truth: the error is then too large, never too small.
 * @param starts with two different x each at least
 * @param slope of the line through them
 * @returns null with one stretch: it has no other to differ from
 */
export function errorByStretches(starts: readonly (readonly Point[])[], slope: number): StretchError | null {
  const centred = starts.flatMap((points) => {
    const x = mean(points.map(([value]) => value));
    const y = mean(points.map(([, value]) => value));
    return points.map((point) => ({
      at: point[0],
      x: point[0] - x,
      left: point[1] - y - slope * (point[0] - x),
    }));
  });
  const steps = [...Map.groupBy(centred, ({ at }) => at)].sort(([a], [b]) => a - b);
  const left = steps.map(([, points]) => mean(points.map((point) => point.left)));
  const stretches = steps.slice(1).map(([at, points], index) => {
    const [from] = steps[index] as (typeof steps)[number];
    return { points, length: at - from, rise: (left[index + 1] as number) - (left[index] as number) };
  });
  const freedom = stretches.length - 1;
  if (freedom < 1) return null;
  const drift = sum(stretches.map(({ rise }) => rise)) / sum(stretches.map(({ length }) => length));
  const variance = sum(stretches.map(({ length, rise }) => (rise - drift * length) ** 2 / length)) / freedom;
  const spread = sum(centred.map(({ x }) => x ** 2));
  const weights = stretches.map((_, index) => {
    const beyond = stretches.slice(index).flatMap(({ points }) => points.map(({ x }) => x));
    return sum(beyond) / spread;
  });
  const squares = stretches.map(({ length }, index) => length * (weights[index] as number) ** 2);
  return { error: Math.sqrt(variance * sum(squares)), freedom };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

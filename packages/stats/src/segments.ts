import type { Point } from './least-squares.ts';
import { mean } from './middle.ts';

/** The uncertainty of a slope that comes from the choice of steps. */
interface SegmentError {
  /** Standard error of the least squares slope. */
  error: number;
  /** Segments minus 1. */
  freedom: number;
}

/**
 * Takes each segment between two steps as an observation of the slope, averaged over all starts. The cost of a client
 * depends on the number of clients (a table grows, an object's shape changes), and all starts share this dependence, so
 * it isn't noise between them, and other steps would have met it elsewhere. The model is a random walk with drift: each
 * client's cost is the slope plus a random part, so the variance of a segment's slope is inversely proportional to its
 * length.
 *
 * The least squares slope is a weighted mean of the segments' slopes, which gives its error. With many equal steps it
 * is sqrt(6 / 5) times that of the rise from first to last over their distance, as in Durlauf & Phillips, "Trends
 * versus Random Walks in Time Series Analysis", Econometrica 56 (1988). Noise of single points is included with too
 * large a weight, so the error may be too large, never too small.
 * @param starts each with at least two different x
 * @param slope of the line through them
 * @returns null with one segment, which has no other to differ from
 */
export function errorBySegments(starts: readonly (readonly Point[])[], slope: number): SegmentError | null {
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
  const segments = steps.slice(1).map(([at, points], index) => {
    const [from] = steps[index] as (typeof steps)[number];
    return { points, length: at - from, rise: (left[index + 1] as number) - (left[index] as number) };
  });
  const freedom = segments.length - 1;
  if (freedom < 1) return null;
  const drift = sum(segments.map(({ rise }) => rise)) / sum(segments.map(({ length }) => length));
  const variance = sum(segments.map(({ length, rise }) => (rise - drift * length) ** 2 / length)) / freedom;
  const spread = sum(centred.map(({ x }) => x ** 2));
  const weights = segments.map((_, index) => {
    const beyond = segments.slice(index).flatMap(({ points }) => points.map(({ x }) => x));
    return sum(beyond) / spread;
  });
  const squares = segments.map(({ length }, index) => length * (weights[index] as number) ** 2);
  return { error: Math.sqrt(variance * sum(squares)), freedom };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

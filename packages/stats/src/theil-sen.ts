import type { Point } from './least-squares.ts';
import { median } from './middle.ts';

interface TheilSen {
  slope: number;
  /** Ends of the interval of 95 % or the next above that ranks can give; null with too few points for one. */
  low: number | null;
  high: number | null;
}

/**
 * The median of the slopes between each two points of a start: up to 29 % of the points can be anything. Sen,
 * "Estimates of the Regression Coefficient Based on Kendall's Tau", JASA 63 (1968). That several starts share a slope,
 * but no intercept, is taken as seasons are by Hirsch, Slack & Smith, "Techniques of Trend Analysis for Monthly Water
 * Quality Data", Water Resources Research 18 (1982): slopes are taken within each and put together.
 *
 * The interval counts slopes off both ends, as many as Kendall's S allows; its distribution is the exact one.
 * @param starts of which one has two different x at least
 */
export function fitTheilSen(starts: readonly (readonly Point[])[]): TheilSen {
  const slopes = starts.flatMap(slopesWithin).sort((a, b) => a - b);
  const off = slopesOff(starts);
  return {
    slope: median(slopes) as number,
    low: off === 0 ? null : (slopes[off - 1] as number),
    high: off === 0 ? null : (slopes[slopes.length - off] as number),
  };
}

/** Slopes between each two points of a start that differ in x. */
function slopesWithin(points: readonly Point[]): number[] {
  return points.flatMap(([x, y], index) =>
    points.slice(index + 1).flatMap(([x2, y2]) => (x === x2 ? [] : [(y2 - y) / (x2 - x)])),
  );
}

/** The rank of the interval's ends among the slopes, from outside: the most that leaves 2.5 % beyond each at most. */
function slopesOff(starts: readonly (readonly Point[])[]): number {
  let beyond = 0;
  let off = 0;
  for (const chance of steeper(starts)) {
    beyond += chance;
    if (beyond > 0.025) return off;
    off++;
  }
  return off;
}

/**
 * With no slope at all, the chances that 0, 1, 2 ... of the slopes are negative. Of n points in random order their
 * number is a sum of uniform numbers, one from 0 to each of 0 ... n - 1 (Kendall, Rank Correlation Methods, 1948);
 * points of equal x have no slope between them, which divides their own share out again. Starts are independent.
 */
function steeper(starts: readonly (readonly Point[])[]): number[] {
  let chances = [1];
  const equals: number[] = [];
  for (const points of starts) {
    for (let size = 2; size <= points.length; size++) chances = spread(chances, size);
    for (const x of new Set(points.map(([value]) => value))) {
      equals.push(points.filter(([value]) => value === x).length);
    }
  }
  for (const count of equals) {
    for (let size = 2; size <= count; size++) chances = gather(chances, size);
  }
  return chances;
}

/** Chances of a sum, when a uniform number from 0 to below `size` is added. */
function spread(chances: readonly number[], size: number): number[] {
  const wider: number[] = [];
  let window = 0;
  for (let value = 0; value < chances.length + size - 1; value++) {
    window += (chances[value] ?? 0) - (chances[value - size] ?? 0);
    wider.push(window / size);
  }
  return wider;
}

/** Undoes `spread`. */
function gather(chances: readonly number[], size: number): number[] {
  const narrower: number[] = [];
  for (let value = 0; value < chances.length - size + 1; value++) {
    const step = size * ((chances[value] as number) - (chances[value - 1] ?? 0));
    narrower.push(step + (narrower[value - size] ?? 0));
  }
  return narrower;
}

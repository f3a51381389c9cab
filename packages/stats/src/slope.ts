import { studentQuantile } from './distribution.ts';
import { fitLeastSquares, type LeastSquares, type Point } from './least-squares.ts';
import { mean } from './middle.ts';
import { errorBySegments } from './segments.ts';

/** A cost: how much y rises with x, over several starts of an app that each have their own intercept. */
export interface Slope {
  /** Least squares. */
  slope: number;
  /** Ends of its 95 % interval; null with one start. */
  low: number | null;
  high: number | null;
  /** Mean of the starts' intercepts. */
  intercept: number;
  /** Share of the variance within starts that the slope explains, 0 to 1. */
  r2: number;
  /** False if the line doesn't fit: see `fitSlope`. */
  straight: boolean;
}

/** One start has no interval: it doesn't show how starts differ. */
const fewestStarts = 2;

/**
 * A slope through the points of several starts of an app.
 *
 * The interval is the widest of three. One is based on residuals (t with points - starts - 1 degrees of freedom); it is
 * right if points scatter about one line. One takes each start's slope as an observation (t with starts - 1). One takes
 * each segment between two steps as an observation (t with segments - 1; see `errorBySegments`): all starts of an app
 * bend alike, so the first two don't show what other steps would have found.
 *
 * The interval should contain the mean cost of a client over the most common range of steps. In simulations (bench/
 * coverage.ts, 2,000 runs each) with three starts whose slopes differ by 0.3 % and points off by the cost of one
 * client, both as in recorded rounds, 95 % intervals contained the mean cost of the clients from 20 to 1,000 in these
 * percentages of the runs; in brackets, the wider of the first two:
 *
 * | clients' cost                      | 20 ... 300, 4 steps | 20 ... 400, 5 | 250 ... 1,000, 3 | 20 ... 1,000, 6 |
 * |:-----------------------------------|--------------------:|--------------:|-----------------:|----------------:|
 * | a line                             |         99.8 (97.7) |   99.8 (97.3) |      99.6 (96.5) |     99.6 (95.0) |
 * | the first cost 30 % more           |           100 (0.0) |     100 (0.0) |       86.9 (0.2) |      100 (98.6) |
 * | a fifth of it in tables that double |         100 (41.3) |    100 (42.0) |      99.2 (94.5) |      100 (99.8) |
 * | each client differs, by half       |         97.2 (48.9) |   97.0 (50.0) |      98.6 (72.5) |      100 (92.8) |
 * | ever cheaper, by 20 % to the end   |          11.0 (0.0) |     0.7 (0.0) |        100 (1.7) |       100 (100) |
 *
 * Two starts have the same coverage (95.7 to 100 % if each start's cost is a line). If starts' slopes differ, their
 * interval is three times as wide, because one difference estimates the spread badly.
 *
 * No interval covers a range beyond its steps: if a cost keeps falling, steps to 400 clients don't predict it up to
 * 1,000. With noisy points the interval is wide: with three starts of six steps on a line and noise of 1 % of the rise
 * it contained the slope in 100 % at four times the width of the first, ±6 %. If starts' slopes differ by 3 or 10 %, it
 * contained it in 96 to 100 %. More steps make it narrower: three have only two segments, and t has one degree of
 * freedom.
 *
 * `straight` is false if points bend away from the line by more than 5 % of its rise and by more than noise would in 1
 * of 100 (F test for lack of fit), or if the slope is clearly not zero but explains less than 95 % of the variance
 * within starts. A flat line with noise is straight. In simulations with three starts and noise of 1 and of 3 % of the
 * rise, it flagged 0 and 0.1 % of lines, all lines that are twice as steep from the middle on or level off, 100 and 90
 * % of those with a step of a fifth, and 6 % of flat lines. With one start it misses a step of a fifth.
 * @param starts the points of each start; a start without two different x is left out
 * @throws if no start has two different x
 */
export function fitSlope(starts: readonly (readonly Point[])[]): Slope {
  const used = starts.filter((points) => new Set(points.map(([x]) => x)).size >= 2);
  if (used.length === 0) throw new Error('A slope needs points at two or more different x from one start');
  const line = fitLeastSquares(used);
  const each = used.map((points) => fitLeastSquares([points]).slope);
  const enough = used.length >= fewestStarts;
  const half = enough ? Math.max(byResiduals(line), byStarts(each), bySteps(used, line)) : null;
  return {
    slope: line.slope,
    low: half === null ? null : line.slope - half,
    high: half === null ? null : line.slope + half,
    intercept: line.intercept,
    r2: line.r2,
    straight: isStraight(line),
  };
}

function byResiduals({ error, freedom }: LeastSquares): number {
  return freedom > 0 ? studentQuantile(0.975, freedom) * error : 0;
}

function byStarts(slopes: readonly number[]): number {
  const n = slopes.length;
  const middle = mean(slopes);
  const variance = slopes.reduce((sum, slope) => sum + (slope - middle) ** 2, 0) / (n - 1);
  return studentQuantile(0.975, n - 1) * Math.sqrt(variance / n);
}

function bySteps(starts: readonly (readonly Point[])[], { slope }: LeastSquares): number {
  const found = errorBySegments(starts, slope);
  return found ? studentQuantile(0.975, found.freedom) * found.error : 0;
}

function isStraight(line: LeastSquares): boolean {
  const { slope, r2, bend } = line;
  if (bend && bend.chance < 0.01 && bend.share > 0.05) return false;
  return r2 >= 0.95 || Math.abs(slope) <= byResiduals(line);
}

/**
 * Slope of a over slope of b, of independent starts. The ends are those of Fieller, "Some problems in interval
 * estimation", JRSS B 16 (1954), with each slope's own half width for t times its error, as in Donner & Zou,
 * "Closed-form confidence intervals for functions of the normal mean and standard deviation", Statistical Methods in
 * Medical Research 21 (2012), because the two may have different degrees of freedom. With three starts each it is
 * conservative: in simulations (bench/coverage.ts), it contained the truth in at least 99.9 %.
 * @returns null ends if a slope has no interval, or b's contains zero
 */
export function ratioOfSlopes(
  a: Slope,
  b: Slope,
): { ratio: number; low: number | null; high: number | null } {
  const ratio = a.slope / b.slope;
  if (a.low === null || b.low === null || b.high === null || b.low * b.high <= 0) {
    return { ratio, low: null, high: null };
  }
  const product = a.slope * b.slope;
  const [halfA, halfB] = [a.slope - a.low, b.slope - b.low];
  const divisor = b.slope ** 2 - halfB ** 2;
  const root = Math.sqrt(product ** 2 - (a.slope ** 2 - halfA ** 2) * divisor);
  return { ratio, low: (product - root) / divisor, high: (product + root) / divisor };
}

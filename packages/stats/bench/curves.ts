import { studentQuantile } from '../src/distribution.ts';
import { fitSlope, type Point } from '../src/index.ts';
import { fitLeastSquares } from '../src/least-squares.ts';
import { mean } from '../src/middle.ts';
import { normal } from './simulation.ts';

/** The total cost of that many clients, in costs of one client; drawn again for each run. */
type Curve = (random: () => number) => (clients: number) => number;

const most = 1_000;
/** The true cost is the mean of the clients from here to `most`. */
const least = 20;

export const curves: Record<string, Curve> = {
  'a line': () => (clients) => clients,
  'the first cost 30 % more': () => (clients) => clients + 30 * (1 - Math.exp(-clients / 100)),
  'a fifth of it in tables that double': (random) => {
    const first = 2 ** random();
    return (clients) => {
      let held = 0;
      for (let size = first; size <= clients; size *= 2) held = 2 * size;
      // A table's capacity is between one and two times its size.
      return 0.8 * clients + (0.2 * held) / Math.LOG2E;
    };
  },
  'each client differs': (random) => {
    const costs = [0];
    for (let client = 1; client <= most; client++) {
      costs.push((costs[client - 1] as number) + 1 + 0.5 * normal(random));
    }
    return (clients) => costs[clients] as number;
  },
  'ever cheaper, by 20 %': () => (clients) => 1.1 * clients - 1e-4 * clients ** 2,
};

export const plans: readonly (readonly number[])[] = [
  [20, 100, 200, 300],
  [20, 100, 200, 300, 400],
  [250, 500, 1000],
  [20, 100, 250, 500, 750, 1000],
];

interface Held {
  /** Share of the runs whose interval contained the mean cost of the clients from 20 to 1,000. */
  share: number;
  /** Mean half width, as a share of the cost. */
  half: number;
}

/**
 * Simulates starts of an app whose clients' cost follows a curve. Slopes of starts differ by 0.3 %, and a point is off
 * by the cost of one client: both as in recorded rounds.
 * @param count of starts
 * @returns the coverage of `fitSlope`'s interval, and of one that ignores the choice of steps
 */
export function simulateCurve(
  random: () => number,
  runs: number,
  curve: Curve,
  steps: readonly number[],
  count = 3,
): { found: Held; without: Held } {
  const each = Array.from({ length: runs }, () => {
    const of = curve(random);
    const truth = (of(most) - of(least)) / (most - least);
    const starts = Array.from({ length: count }, () => {
      const [empty, share] = [1_000 * normal(random), 1 + 0.003 * normal(random)];
      return steps.map((clients): Point => [clients, empty + share * of(clients) + normal(random)]);
    });
    const { slope, high } = fitSlope(starts);
    const off = Math.abs(slope - truth);
    return { off, truth, found: (high as number) - slope, without: withoutSteps(starts) };
  });
  const held = (half: 'found' | 'without'): Held => ({
    share: mean(each.map((one) => (one.off <= one[half] ? 1 : 0))),
    half: mean(each.map((one) => one[half] / one.truth)),
  });
  return { found: held('found'), without: held('without') };
}

/** Half of the wider of two intervals, by residuals and by starts. */
function withoutSteps(starts: readonly (readonly Point[])[]): number {
  const { error, freedom } = fitLeastSquares(starts);
  const slopes = starts.map((points) => fitLeastSquares([points]).slope);
  const middle = mean(slopes);
  const n = slopes.length;
  const variance = slopes.reduce((sum, slope) => sum + (slope - middle) ** 2, 0) / (n - 1);
  return Math.max(
    studentQuantile(0.975, freedom) * error,
    studentQuantile(0.975, n - 1) * Math.sqrt(variance / n),
  );
}

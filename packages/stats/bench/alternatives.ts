import { betaShare, studentQuantile } from '../src/distribution.ts';
import { mean } from '../src/middle.ts';

/** Intervals that `ratios` could have had, of the logs of each order. For comparison only. */
export type Alternative = (
  orders: readonly (readonly number[])[],
  random: () => number,
) => [low: number, high: number];

const resamples = 1_999;
/** So many degrees of freedom that Student's t is the normal distribution. */
const many = 1e7;

interface Resample {
  mean: number;
  error: number;
}

/** Mean of the orders' means, with its standard error from their pooled variance. */
function estimate(orders: readonly (readonly number[])[]): Resample {
  const means = orders.map(mean);
  const squares = orders.flatMap((logs, order) => logs.map((log) => (log - (means[order] as number)) ** 2));
  const variance = squares.reduce((sum, square) => sum + square, 0) / (squares.length - orders.length);
  const inverse = orders.reduce((sum, { length }) => sum + 1 / length, 0) / orders.length ** 2;
  return { mean: mean(means), error: Math.sqrt(variance * inverse) };
}

/** @param from what each order draws from; its own logs where none is given */
function resample(
  orders: readonly (readonly number[])[],
  random: () => number,
  from: readonly (readonly number[])[] = orders,
): Resample[] {
  return Array.from({ length: resamples }, () =>
    estimate(
      orders.map(({ length }, order) => {
        const source = from[order] as readonly number[];
        return Array.from({ length }, () => source[Math.floor(random() * source.length)] as number);
      }),
    ),
  );
}

function at(sorted: readonly number[], share: number): number {
  const rank = Math.round(share * (sorted.length + 1));
  return sorted[Math.min(sorted.length, Math.max(1, rank)) - 1] as number;
}

function sort(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b);
}

const percentile: Alternative = (orders, random) => {
  const means = sort(resample(orders, random).map((one) => one.mean));
  return [at(means, 0.025), at(means, 0.975)];
};

/** Efron, "Better Bootstrap Confidence Intervals", JASA 82 (1987), with the jackknife within orders. */
const accelerated: Alternative = (orders, random) => {
  const middle = estimate(orders).mean;
  const means = sort(resample(orders, random).map((one) => one.mean));
  const below =
    means.reduce((sum, one) => sum + (one < middle ? 1 : one === middle ? 0.5 : 0), 0) / resamples;
  const influence = orders.flatMap((logs) => {
    const own = mean(logs);
    return logs.map((log) => (log - own) / logs.length);
  });
  const power = (exponent: number) => influence.reduce((sum, one) => sum + one ** exponent, 0);
  const acceleration = power(3) / (6 * power(2) ** 1.5);
  const bias = normalQuantile(Math.min(0.999, Math.max(0.001, below)));
  const adjusted = (share: number) => {
    const z = bias + normalQuantile(share);
    return normalShare(bias + z / (1 - acceleration * z));
  };
  return [at(means, adjusted(0.025)), at(means, adjusted(0.975))];
};

/** Davison & Hinkley 1997, 5.2.1. */
function studentised(
  orders: readonly (readonly number[])[],
  drawn: readonly Resample[],
  truth: number,
): [number, number] {
  const { mean: middle, error } = estimate(orders);
  const t = sort(
    drawn.map((one) =>
      one.error > 1e-9 ? (one.mean - truth) / one.error : Math.sign(one.mean - truth) * 1e9,
    ),
  );
  return [middle - error * at(t, 0.975), middle - error * at(t, 0.025)];
}

export const alternatives: Record<string, Alternative> = {
  't of logs': (orders) => {
    const { mean: middle, error } = estimate(orders);
    const half = studentQuantile(0.975, orders.flat().length - orders.length) * error;
    return [middle - half, middle + half];
  },
  percentile,
  BCa: accelerated,
  studentised: (orders, random) => studentised(orders, resample(orders, random), estimate(orders).mean),
  'studentised, orders together': (orders, random) => {
    const residuals = orders.flatMap((logs) => {
      const own = mean(logs);
      return logs.map((log) => log - own);
    });
    return studentised(
      orders,
      resample(
        orders,
        random,
        orders.map(() => residuals),
      ),
      0,
    );
  },
};

function normalQuantile(share: number): number {
  return share >= 0.5
    ? share === 0.5
      ? 0
      : studentQuantile(share, many)
    : -studentQuantile(1 - share, many);
}

function normalShare(z: number): number {
  const within = betaShare(z ** 2 / (z ** 2 + many), 1 / 2, many / 2);
  return (1 + Math.sign(z) * within) / 2;
}

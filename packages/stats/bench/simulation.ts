import {
  coverage,
  halfWidth,
  type Interval,
  looks,
  type PairOf,
  type Point,
  type Ratios,
  ratios,
} from '../src/index.ts';
import { mean } from '../src/middle.ts';
import { randomFrom } from '../src/random.ts';

/** Noise of the logarithm of one round's figure, with a standard deviation of about 1. */
export type Noise = (random: () => number) => number;

export const normal: Noise = (random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

export const noises: Record<string, Noise> = {
  normal,
  /** Student's t with three degrees of freedom, divided by its standard deviation. */
  't, 3 df': (random) => {
    const squares = normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2;
    return normal(random) / Math.sqrt(squares);
  },
  /** Skewed: a round is slow rather than fast, even on a logarithmic scale. */
  lognormal: (random) => (Math.exp(normal(random)) - Math.exp(0.5)) / 2.16,
  /** One round in ten is five times as noisy. */
  outliers: (random) => (normal(random) * (random() < 0.1 ? 5 : 1)) / 1.84,
};

export const truth = 1.5;

/**
 * Pairs run in the order A B B A. The second run of a pair is 20 % slower, the machine gets 1 % slower with each round,
 * and the logs have noise.
 * @param spread standard deviation of one figure's logarithm
 * @param noiseOfB if it differs from a's
 */
export function* simulatePairs(
  random: () => number,
  noise: Noise,
  spread: number,
  noiseOfB: Noise = noise,
): Generator<PairOf> {
  let drift = 0;
  for (let pair = 0; ; pair++) {
    const figures = { a: 0, b: 0 };
    const first = pair % 2 === 0 ? 'a' : 'b';
    for (const one of first === 'a' ? (['a', 'b'] as const) : (['b', 'a'] as const)) {
      drift += Math.log(1.01) + 0.1 * spread * normal(random);
      const second = one === first ? 0 : Math.log(1.2);
      const cost = one === 'a' ? Math.log(truth) : 0;
      figures[one] = Math.exp(cost + second + drift + spread * (one === 'a' ? noise : noiseOfB)(random));
    }
    yield { ...figures, first };
  }
}

function take<T>(source: Generator<T>, count: number): T[] {
  return Array.from({ length: count }, () => source.next().value as T);
}

export interface Shown {
  /** Share of the runs whose interval contained the truth. */
  coverage: number;
  /** Median half width, as a share. */
  halfWidth: number;
  /** Mean number of pairs. */
  pairs: number;
}

interface Run {
  low: number;
  high: number;
  pairs: number;
}

interface Simulation {
  seed: number;
  runs: number;
  pairs: number;
  noise: Noise;
  /** If it differs. */
  noiseOfB?: Noise;
}

/** Runs of a fixed number of pairs. */
export function simulateRatios({ seed, runs, pairs, noise, noiseOfB = noise }: Simulation): Shown {
  const random = randomFrom(seed);
  return show(
    Array.from({ length: runs }, (_, run) => {
      const taken = take(simulatePairs(random, noise, 0.1, noiseOfB), pairs);
      return runOf(ratios(taken, { seed: run }) as Ratios);
    }),
  );
}

/** Runs that stop at the first check where all half widths are at most 10 %; reports the first figure. */
export function simulateStopping(
  seed: number,
  runs: number,
  noise: Noise,
  spreads: readonly number[],
): Shown {
  const random = randomFrom(seed);
  return show(
    Array.from({ length: runs }, (_, run) => {
      const figures = spreads.map((spread) => ({
        source: simulatePairs(random, noise, spread),
        pairs: [] as PairOf[],
      }));
      let found: Ratios[] = [];
      for (const look of looks) {
        found = figures.map(({ source, pairs }) => {
          pairs.push(...take(source, look - pairs.length));
          return ratios(pairs, { seed: run }) as Ratios;
        });
        if (found.every((one) => (halfWidth(one) as number) <= 0.1)) break;
      }
      return runOf(found[0] as Ratios);
    }),
  );
}

function runOf({ interval, each }: Ratios): Run {
  const { low, high } = interval as Interval;
  return { low, high, pairs: each.length };
}

function show(all: readonly Run[]): Shown {
  const widths = all.map(({ low, high }) => Math.sqrt(high / low) - 1).sort((a, b) => a - b);
  return {
    coverage: coverage(all, truth)?.share as number,
    halfWidth: widths[Math.floor(widths.length / 2)] as number,
    pairs: mean(all.map(({ pairs }) => pairs)),
  };
}

const steps = [20, 100, 250, 500, 750, 1000];

/** The share of the rise as a function of the share of the clients. */
export const shapes: Record<string, (share: number) => number> = {
  line: (share) => share,
  flat: () => 0,
  'twice as steep from the middle on': (share) => Math.max(share, 3 * share - 1) / 2,
  levelling: (share) => (1 - Math.exp(-2.5 * share)) / (1 - Math.exp(-2.5)),
  'a step of a fifth': (share) => 0.8 * share + (share > 0.4 ? 0.2 : 0),
};

/**
 * Starts of an app, each with its own intercept.
 * @param spread standard deviation of the starts' slopes, as a share of the slope
 * @param noise standard deviation of a point, as a share of the rise, which is 1
 */
export function simulateStarts(
  random: () => number,
  starts: number,
  {
    shape = shapes.line,
    spread = 0,
    noise,
  }: { shape?: ((share: number) => number) | undefined; spread?: number; noise: number },
): Point[][] {
  return Array.from({ length: starts }, () => {
    const intercept = 2 + 0.1 * normal(random);
    const slope = 1 + spread * normal(random);
    return steps.map(
      (clients): Point => [
        clients,
        intercept + slope * (shape as (share: number) => number)(clients / 1000) + noise * normal(random),
      ],
    );
  });
}

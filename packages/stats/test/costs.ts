import { noises } from '../bench/simulation.ts';
import type { Point } from '../src/index.ts';

/** Standard deviations of a point for a true cost: its own, and the part that it shares with its level. */
export type CostNoise = (cost: number) => { own: number; shared: number };

export const costNoises: Record<string, CostNoise> = {
  constant: () => ({ own: 0.5, shared: 0 }),
  'a share': (cost) => ({ own: 0.05 * cost, shared: 0 }),
  'shared by a level': (cost) => ({ own: 0.04 * cost, shared: 0.03 * cost }),
};

/** Costs that are 10 plus a multiple of x, `each` times at each level. */
export function simulateCosts(
  random: () => number,
  {
    levels,
    each,
    slope,
    noise,
  }: { levels: readonly number[]; each: number; slope: number; noise: CostNoise },
): Point[] {
  const normal = noises.normal as (random: () => number) => number;
  return levels.flatMap((x) => {
    const cost = 10 + slope * x;
    const { own, shared } = noise(cost);
    const common = shared * normal(random);
    return Array.from({ length: each }, (): Point => [x, cost + common + own * normal(random)]);
  });
}

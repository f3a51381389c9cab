import type { Ratios } from '@meteor-vs-mean/stats';
import { type Contestant, isAgainstItself } from './contestant.ts';
import type { Floor } from './plan.ts';
import type { Comparison } from './summary.ts';

/** A control run: what its folder is called, what it was asked to measure, and what came of it. */
interface Control {
  folder: string;
  sameMachine: boolean;
  options: Record<string, unknown>;
  contestants: readonly Contestant[];
  comparisons: readonly Comparison[];
}

/**
 * The noise that the A/A comparisons of a control run found: of each figure the widest. Where a pair lies beyond the
 * drain the other pairs would make the noise look small, so the figure has no number.
 */
export function floorOf({ folder, sameMachine, options, contestants, comparisons }: Control): Floor {
  const figures: Record<string, number> = {};
  const beyond = new Set<string>();
  let noisy = 0;
  for (const comparison of comparisons) {
    if (!isAgainstItself(comparison, contestants)) continue;
    noisy += comparison.noisy;
    for (const [name, ratios] of Object.entries(comparison.figures)) {
      if (ratios.beyond > 0) beyond.add(name);
      else figures[name] = Math.max(figures[name] ?? 1, widestOf(ratios));
    }
  }
  for (const name of beyond) delete figures[name];
  const without = beyond.size > 0 ? { beyond: [...beyond] } : {};
  return { folder, sameMachine, ...sizeOf(options), ...(noisy > 0 ? { noisy } : {}), figures, ...without };
}

/** The noise floor of a ratio, as a ratio of 1 or more: Infinity for a figure that lies `beyond`; undefined if not known. */
export function floorIn(floor: Floor | null, figure: string): number | undefined {
  return floor?.beyond?.includes(figure) ? Number.POSITIVE_INFINITY : floor?.figures[figure];
}

function sizeOf({ pairs, duration_s, clients, rate }: Record<string, unknown>): Pick<Floor, 'of'> {
  if (typeof pairs !== 'number' || typeof duration_s !== 'number') return {};
  if (typeof clients !== 'number' || typeof rate !== 'number') return {};
  return { of: { pairs, duration_s, clients, rate } };
}

/** How far from 1, as a ratio of 1 or more: the interval's further end; of too few pairs the furthest pair. */
export function widestOf({ interval, each }: Pick<Ratios, 'interval' | 'each'>): number {
  const values = interval ? [interval.low, interval.high] : each;
  return Math.exp(Math.max(0, ...values.map((value) => Math.abs(Math.log(value)))));
}

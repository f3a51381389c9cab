import type { Ratios } from '@meteor-vs-mean/stats';
import { type Contestant, isAgainstItself } from './contestant.ts';
import type { Floor } from './plan.ts';
import type { Comparison } from './summary.ts';

/** A control run: what its folder is called, what it was asked to measure, and what came of it. */
interface Control {
  folder: string;
  sameMachine: boolean;
  options: Record<string, unknown>;
  summary: { contestants: readonly Contestant[]; comparisons: readonly Comparison[] };
}

/** The noise that the A/A comparisons of a control run found: of each figure the widest. */
export function floorOf({ folder, sameMachine, options, summary }: Control): Floor {
  const figures: Record<string, number> = {};
  for (const comparison of summary.comparisons) {
    if (!isAgainstItself(comparison, summary.contestants)) continue;
    for (const [name, ratios] of Object.entries(comparison.figures)) {
      figures[name] = Math.max(figures[name] ?? 1, widestOf(ratios));
    }
  }
  return { folder, sameMachine, ...sizeOf(options), figures };
}

function sizeOf({ pairs, duration_s, clients, rate }: Record<string, unknown>): Pick<Floor, 'of'> {
  if (typeof pairs !== 'number' || typeof duration_s !== 'number') return {};
  if (typeof clients !== 'number' || typeof rate !== 'number') return {};
  return { of: { pairs, duration_s, clients, rate } };
}

/** How far from 1, as a ratio of 1 or more: the interval's further end; of too few pairs the furthest pair. */
function widestOf({ interval, each }: Ratios): number {
  const values = interval ? [interval.low, interval.high] : each;
  return Math.exp(Math.max(0, ...values.map((value) => Math.abs(Math.log(value)))));
}

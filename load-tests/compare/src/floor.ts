import type { Floor } from '@meteor-vs-mean/report';
import type { Ratios } from '@meteor-vs-mean/stats';
import { again } from './experiments/control.ts';
import type { Newest } from './newest.ts';

/** The noise that the A/A comparisons of a control run found: of each figure the widest. */
export function floorOf({ folder, sameMachine, options, summary }: Newest): Floor {
  const figures: Record<string, number> = {};
  const against = summary.contestants.map((base) => ({ base: base.key, same: again(base).key }));
  for (const { a, b, figures: found } of summary.comparisons) {
    if (!against.some(({ base, same }) => base === a && same === b)) continue;
    for (const [name, ratios] of Object.entries(found)) {
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

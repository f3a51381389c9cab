import { type AxisXOptions, axisX, axisY, gridY, type Markish, type ScaleOptions } from '@observablehq/plot';
import { plain } from '../numbers.ts';

/** Sets of round numbers within a decade, from few to many. */
const sets = [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7], [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8]];
/** For a range that lies near one number: steps of a linear scale. */
const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5];

/** Round numbers on a log scale, as many as there is room for. */
export function logTicks([low, high]: readonly [number, number], most: number): number[] {
  const candidates = sets.map((set) => {
    const ticks: number[] = [];
    for (let decade = Math.floor(Math.log10(low)); decade <= Math.ceil(Math.log10(high)); decade++) {
      ticks.push(...set.map((one) => Number((one * 10 ** decade).toPrecision(3))));
    }
    return ticks;
  });
  if (high / low < 2) {
    for (const step of steps.toReversed()) {
      const first = Math.ceil(low / step);
      candidates.push(
        Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) =>
          Number(((first + index) * step).toPrecision(6)),
        ),
      );
    }
  }
  const fitting = candidates
    .map((ticks) => ticks.filter((tick) => tick >= low && tick <= high))
    .filter(({ length }) => length <= most)
    .sort((a, b) => b.length - a.length);
  return fitting[0] ?? [];
}

/**
 * An axis that labels every tick; left to itself a log scale labels some of them.
 * @param ticks where they are, or about how many of a linear scale
 */
export function bottomAxis(
  ticks: readonly number[] | number,
  label: string | null,
  options: AxisXOptions = {},
): Markish {
  const rest = { label, labelArrow: 'none', text: plain, ...options } as const;
  return typeof ticks === 'number' ? axisX({ ticks, ...rest }) : axisX(ticks, { anchor: 'bottom', ...rest });
}

/** From the bottom up: the scale, its axis and grid, and where a value lies. */
export interface Upright {
  y: ScaleOptions;
  marks: Markish[];
  /** In pixels, from the top of the frame. */
  pixelsOf(value: number): number;
}

/**
 * @param frame in pixels: the height without its margins
 * @param low of a log scale; a linear one begins at 0
 */
export function upright(
  { low, high, log }: { low: number; high: number; log: boolean },
  frame: number,
  label: string,
): Upright {
  const most = Math.max(2, Math.round(frame / 45));
  const domain: [number, number] = log ? [low, high] : [0, high];
  const ticks = log ? logTicks(domain, most) : most;
  const options = { label: log ? `${label} (log scale)` : label, labelArrow: 'none', text: plain } as const;
  return {
    y: log ? { type: 'log', domain } : { domain },
    marks:
      typeof ticks === 'number'
        ? [gridY({ strokeOpacity: 0.12, ticks }), axisY({ ticks, ...options })]
        : [gridY(ticks, { strokeOpacity: 0.12 }), axisY(ticks, options)],
    pixelsOf(value) {
      const share = log ? Math.log(value / low) / Math.log(high / low) : value / high;
      return frame * (1 - share);
    },
  };
}

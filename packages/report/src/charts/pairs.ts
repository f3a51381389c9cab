import type { Ratios } from '@meteor-vs-mean/stats';
import type { Chart, Value } from '../chart.ts';
import { figureLabel } from '../figures.ts';
import { drawn, range, times } from '../numbers.ts';
import type { Floor } from '../results.ts';
import { type RatioLine, ratiosPlot } from './ratios.ts';

interface Line {
  label: string;
  ratios: Ratios;
  floor: number | undefined;
}

/**
 * Ratios within pairs: a dot a pair, so that one sees the spread, the mean with its interval, and behind them the
 * noise floor.
 * @param lines by what stands at the left: a figure, or a comparison
 */
export function pairsChart(
  id: string,
  title: string,
  lines: readonly Line[],
  sides: { a: string; b: string },
): Chart {
  const shown = lines.filter(({ ratios }) => ratios.each.length > 0);
  const most = Math.max(0, ...shown.map(({ ratios }) => ratios.each.length));
  const rows = shown.map(({ label, ratios, floor }): Value[] => [
    label,
    drawn(ratios.mean),
    ratios.interval ? drawn(ratios.interval.low) : null,
    ratios.interval ? drawn(ratios.interval.high) : null,
    floor === undefined ? null : drawn(floor),
    ...Array.from({ length: most }, (_, pair) => {
      const ratio = ratios.each[pair];
      return ratio === undefined ? null : drawn(ratio);
    }),
  ]);
  const said = shown.map(
    ({ label, ratios }) =>
      `${label} ${times(ratios.mean)}, ${ratios.interval ? `95 % interval ${range(ratios.interval.low, ratios.interval.high)}` : `pairs from ${range(ratios.low, ratios.high)}`}`,
  );
  const hasFloor = shown.some(({ floor }) => floor !== undefined);
  return {
    id,
    title,
    description: `One line a figure, a ring for the ratio of each pair, a thick upright bar for their mean. ${said.join('; ')}.`,
    columns: [
      { key: 'figure', label: 'figure' },
      { key: 'mean', label: 'mean' },
      { key: 'interval_low', label: '95 % from' },
      { key: 'interval_high', label: '95 % to' },
      { key: 'noise_floor', label: 'noise floor, times' },
      ...Array.from({ length: most }, (_, pair) => ({ key: `pair_${pair + 1}`, label: `pair ${pair + 1}` })),
    ],
    rows,
    panels: [
      {
        title,
        size: 'wide',
        plot: (width) => ratiosPlot(shown.map(lineOf), `${sides.a} / ${sides.b}`, width, { shorten: short }),
      },
    ],
    notes: [
      `Right of 1: ${sides.a} needs more. A ring is one pair, the upright bar their geometric mean, the lying bar its 95 % interval` +
        `${shown.some(({ ratios }) => ratios.interval) ? '' : ' (none here: fewer than six pairs)'}` +
        `${hasFloor ? '; the grey band is the noise floor' : ''}.`,
    ],
  };
}

function lineOf({ label, ratios: { each, mean, interval }, floor }: Line): RatioLine {
  return { label, each, mean, interval, floor };
}

/** A phone has room for few letters. */
function short(label: string): string {
  return label
    .replace(' documents held', ' docs')
    .replace('CPU per delivery', 'CPU')
    .replace(/ a client,/, ',');
}

/** A line a figure of one comparison, in the order of the results. */
export function figureLines(figures: Record<string, Ratios>, floor: Floor | null): Line[] {
  return Object.entries(figures).map(([name, ratios]) => ({
    label: figureLabel(name),
    ratios,
    floor: floor?.figures[name],
  }));
}

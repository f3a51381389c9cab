import type { Ratios } from '@meteor-vs-mean/stats';
import { axisY, dot, gridX, type Markish, rect, ruleX, ruleY, text, tickX } from '@observablehq/plot';
import type { Chart, Value } from '../chart.ts';
import { figureLabel } from '../figures.ts';
import { drawn, range, times } from '../numbers.ts';
import type { Floor } from '../results.ts';
import { bottomAxis, logTicks } from './axes.ts';

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
    panels: [{ title, size: 'wide', plot: (width) => plotOf(shown, sides, width) }],
    notes: [
      `Right of 1: ${sides.a} needs more. A ring is one pair, the upright bar their geometric mean, the lying bar its 95 % interval` +
        `${shown.some(({ ratios }) => ratios.interval) ? '' : ' (none here: fewer than six pairs)'}` +
        `${hasFloor ? '; the grey band is the noise floor' : ''}.`,
    ],
  };
}

function plotOf(lines: readonly Line[], sides: { a: string; b: string }, width: number) {
  const phone = width < 500;
  const dots = lines.flatMap(({ label, ratios }) =>
    ratios.each.map((ratio) => ({ label, ratio: drawn(ratio) })),
  );
  const floors = lines.flatMap(({ label, floor }) => (floor === undefined ? [] : [{ label, floor }]));
  const intervals = lines.flatMap(({ label, ratios: { interval } }) =>
    interval ? [{ label, low: interval.low, high: interval.high }] : [],
  );
  const values = [
    1,
    ...dots.map(({ ratio }) => ratio),
    ...intervals.flatMap(({ low, high }) => [low, high]),
    ...floors.flatMap(({ floor }) => [floor, 1 / floor]),
  ];
  const domain: [number, number] = [Math.min(0.9, ...values) / 1.04, Math.max(1.1, ...values) * 1.04];
  const ticks = logTicks(domain, phone ? 5 : 9);
  const labels = lines.map(({ label }) => (phone ? short(label) : label));
  const marks: Markish[] = [
    gridX(ticks, { strokeOpacity: 0.12 }),
    bottomAxis(ticks, `${sides.a} / ${sides.b}, log scale`, { labelAnchor: 'center' }),
    axisY({
      label: null,
      tickSize: 0,
      fontSize: phone ? 11 : 12,
      lineWidth: phone ? 11 : 24,
      tickFormat: (label: string) => (phone ? short(label) : label),
    }),
    rect(floors, {
      x1: ({ floor }) => 1 / floor,
      x2: 'floor',
      y: 'label',
      fill: 'currentColor',
      fillOpacity: 0.13,
      insetTop: 4,
      insetBottom: 4,
    }),
    ruleX([1], { strokeOpacity: 0.7 }),
    ruleY(intervals, {
      x1: 'low',
      x2: 'high',
      y: 'label',
      stroke: 'currentColor',
      strokeWidth: 6,
      strokeOpacity: 0.35,
    }),
    tickX(
      intervals.flatMap(({ label, low, high }) => [
        { label, x: low },
        { label, x: high },
      ]),
      {
        x: 'x',
        y: 'label',
        stroke: 'currentColor',
        insetTop: 9,
        insetBottom: 9,
        strokeWidth: 1.5,
      },
    ),
    dot(dots, {
      x: 'ratio',
      y: 'label',
      stroke: 'currentColor',
      strokeOpacity: 0.85,
      r: 4.5,
      title: ({ label, ratio }: (typeof dots)[number]) => `${label}: ${times(ratio)}`,
    }),
    tickX(lines, { x: ({ ratios }) => ratios.mean, y: 'label', strokeWidth: 3, insetTop: 5, insetBottom: 5 }),
    text(lines, {
      y: 'label',
      frameAnchor: 'right',
      dx: 46,
      textAnchor: 'end',
      text: ({ ratios }) => times(ratios.mean),
      fontWeight: 600,
      fontSize: 12,
    }),
  ];
  return {
    height: 60 + 30 * lines.length,
    marginLeft: Math.min(phone ? 130 : 240, 16 + 6.6 * Math.max(4, ...labels.map((label) => label.length))),
    marginRight: 54,
    marginBottom: 40,
    x: { type: 'log' as const, domain },
    y: { type: 'band' as const, domain: lines.map(({ label }) => label) },
    marks,
  };
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

import {
  axisY,
  dot,
  gridX,
  type Markish,
  type PlotOptions,
  rect,
  ruleX,
  ruleY,
  text,
  tickX,
} from '@observablehq/plot';
import { drawn, times } from '../numbers.ts';
import { bottomAxis, logTicks } from './axes.ts';

/** Ratios of one thing: a dot a pair, their mean, its interval, the noise floor behind them. */
export interface RatioLine {
  label: string;
  /** One a pair; may be empty. */
  each: readonly number[];
  /** Null: it wasn't measured here, or a pair is beyond the drain. */
  mean: number | null;
  interval: { low: number; high: number } | null;
  /** 1.04 for 4 %; undefined: not known. */
  floor?: number | undefined;
  /** What others found; null or left out: nothing. */
  published?: number | null;
}

/** In pixels: how wide letters are, and how high a line of text. */
const [letter, textLine] = [6.6, 14];
/** The height of a line whose label has one. */
const leastLine = 30;
/** Where columns of numbers end, in pixels right of the frame. */
const [hereColumn, publishedColumn] = [46, 104];

/**
 * @param axis what the ratio is of
 * @param shorten labels for a phone, which has room for few letters
 * @param span of the ratio axis, if several pictures are to share it
 */
export function ratiosPlot(
  lines: readonly RatioLine[],
  axis: string,
  width: number,
  {
    shorten = (label) => label,
    span = ratiosSpan(lines),
  }: { shorten?: (label: string) => string; span?: [number, number] } = {},
): PlotOptions {
  const phone = width < 500;
  const ticks = logTicks(span, phone ? 5 : 9);
  const named = (label: string) => (phone ? shorten(label) : label);
  const longest = Math.max(4, ...lines.map(({ label }) => named(label).length));
  const most = phone ? 130 : 240;
  const marginLeft = Math.min(most, 16 + letter * longest);
  const room = most - 16;
  const fontSize = phone ? 11 : 12;
  const rows = Math.ceil((letter * longest) / room);
  const lineHeight = Math.max(leastLine, textLine * rows + 8);
  // Marks keep their height, however many lines a label has; a tenth of a band lies between two.
  const inset = 0.45 * (lineHeight - leastLine);
  const known = lines.flatMap(({ label, mean, published }) =>
    published == null ? [] : [{ label, mean, published }],
  );
  const beside = known.length > 0 && !phone;
  const measured = lines.flatMap(({ label, mean }) => (mean === null ? [] : [{ label, mean }]));
  const marks: Markish[] = [
    gridX(ticks, { strokeOpacity: 0.12 }),
    bottomAxis(ticks, `${axis}, log scale`),
    axisY({
      label: null,
      tickSize: 0,
      fontSize,
      lineWidth: rows > 1 ? room / fontSize : phone ? 11 : 24,
      tickFormat: named,
    }),
    ...backMarks(lines, inset),
    ruleY(
      known.filter(({ mean }) => mean !== null),
      { x1: 'mean', x2: 'published', y: 'label', strokeDasharray: '2 3', strokeOpacity: 0.7 },
    ),
    dot(known, {
      x: 'published',
      y: 'label',
      symbol: 'diamond',
      fill: 'var(--faint)',
      r: 5.5,
      title: ({ label, published }: (typeof known)[number]) => `${label}: published ${times(published)}`,
    }),
    ...hereMarks(lines, measured, inset),
    atRight(measured, hereColumn, ({ mean }) => times(mean), 'currentColor', 600),
    ...(beside
      ? [
          atRight(known, publishedColumn, ({ published }) => times(published), 'var(--faint)'),
          headAtRight('here', hereColumn, 'currentColor'),
          headAtRight('published', publishedColumn, 'var(--faint)'),
        ]
      : []),
  ];
  return {
    height: 60 + (beside ? 14 : 0) + lineHeight * lines.length,
    ...(beside ? { marginTop: 34 } : {}),
    marginLeft,
    marginRight: (beside ? publishedColumn : hereColumn) + 8,
    marginBottom: 40,
    x: { type: 'log', domain: span },
    y: { type: 'band', domain: lines.map(({ label }) => label) },
    marks,
  };
}

/** From the smallest to the largest that is drawn, and a little more. */
export function ratiosSpan(lines: readonly RatioLine[]): [number, number] {
  const values = lines.flatMap(({ each, mean, interval, floor, published }) => [
    ...each,
    ...(mean === null ? [] : [mean]),
    ...(interval ? [interval.low, interval.high] : []),
    ...(floor === undefined ? [] : [floor, 1 / floor]),
    ...(published == null ? [] : [published]),
  ]);
  return [Math.min(0.9, ...values) / 1.04, Math.max(1.1, ...values) * 1.04];
}

function backMarks(lines: readonly RatioLine[], inset: number): Markish[] {
  const floors = lines.flatMap(({ label, floor }) => (floor === undefined ? [] : [{ label, floor }]));
  return [
    rect(floors, {
      x1: ({ floor }) => 1 / floor,
      x2: 'floor',
      y: 'label',
      fill: 'currentColor',
      fillOpacity: 0.13,
      insetTop: inset + 4,
      insetBottom: inset + 4,
    }),
    ruleX([1], { strokeOpacity: 0.7 }),
  ];
}

function hereMarks(
  lines: readonly RatioLine[],
  measured: readonly { label: string; mean: number }[],
  inset: number,
): Markish[] {
  const dots = lines.flatMap(({ label, each }) => each.map((ratio) => ({ label, ratio: drawn(ratio) })));
  const intervals = lines.flatMap(({ label, interval }) =>
    interval ? [{ label, low: interval.low, high: interval.high }] : [],
  );
  return [
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
        insetTop: inset + 9,
        insetBottom: inset + 9,
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
    tickX(measured, { x: 'mean', y: 'label', strokeWidth: 3, insetTop: inset + 5, insetBottom: inset + 5 }),
  ];
}

/** Numbers in a column beside the frame. */
function atRight<Line extends { label: string }>(
  lines: readonly Line[],
  dx: number,
  words: (line: Line) => string,
  fill: string,
  fontWeight = 400,
): Markish {
  return text(lines, {
    y: 'label',
    frameAnchor: 'right',
    dx,
    textAnchor: 'end',
    text: words,
    fill,
    fontWeight,
    fontSize: 12,
  });
}

function headAtRight(words: string, dx: number, fill: string): Markish {
  return text([words], {
    frameAnchor: 'top-right',
    dx,
    dy: -16,
    textAnchor: 'end',
    text: (name: string) => name,
    fill,
  });
}

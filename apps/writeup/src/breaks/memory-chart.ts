import {
  type Chart,
  megabytes,
  plain,
  type Style,
  styleOf,
  type Value,
} from '@meteor-vs-mean/report/drawing';
import { axisX, axisY, dot, gridY, lineY, type Markish, ruleX, text } from '@observablehq/plot';
import { type SlowClientRun, titles } from './breaks.ts';

interface Point {
  stack: string;
  /** From the stopping of the client on. */
  after_s: number;
  kept_MB: number;
}

interface Moment {
  after_s: number;
  words: string;
}

/** What each app keeps, from before one of its clients is stopped until long after. */
export function memoryChart(id: string, title: string, runs: readonly SlowClientRun[]): Chart {
  const lines = runs.map((run, index) => ({
    name: titles[run.stack] ?? run.stack,
    style: styleOf(index),
    points: pointsOf(run),
    moments: momentsOf(run),
  }));
  const all = lines.flatMap(({ points }) => points);
  const said = runs.map(
    ({ stack, before_bytes, peak_bytes }) =>
      `${titles[stack] ?? stack}: ${megabytes(before_bytes)} before, at most ${megabytes(peak_bytes)}`,
  );
  return {
    id,
    title,
    description: `Heap and buffers of the app over the seconds from the stopping of the client on. ${said.join('; ')}.`,
    columns: [
      { key: 'stack', label: 'stack' },
      { key: 'after_s', label: 's' },
      { key: 'kept_MB', label: 'kept, MB' },
    ],
    rows: all.map(({ stack, after_s, kept_MB }): Value[] => [stack, after_s, kept_MB]),
    panels: [
      {
        title,
        size: 'wide',
        plot(width) {
          const phone = width < 500;
          const marks: Markish[] = [
            gridY({ strokeOpacity: 0.12, ticks: 6 }),
            axisX({
              ticks: phone ? 5 : 10,
              ...{ label: 's from the stopping of the client', labelAnchor: 'center', labelArrow: 'none' },
              text: plain,
            }),
            axisY({ ticks: 6, label: 'kept, MB', labelArrow: 'none', text: plain }),
            ruleX([0], { strokeOpacity: 0.5, strokeDasharray: '2 3' }),
            ...lines.flatMap(({ name, style, points, moments }, n) => [
              ...lineOf(points, style),
              ...momentMarks(name, style, moments, n),
            ]),
          ];
          return {
            height: phone ? 280 : 320,
            ...{ marginTop: 24, marginBottom: 40, marginLeft: 44, marginRight: 16 },
            y: { domain: [0, Math.max(...all.map(({ kept_MB }) => kept_MB)) * 1.25] },
            marks,
          };
        },
      },
    ],
    notes: [
      `${lines.map(({ name, style }) => `${name}: ${style.symbol}s, line ${style.dash === 'none' ? 'unbroken' : 'dashed'}`).join('; ')}. Upright lines: the app said something of it, or the connection was gone.`,
    ],
  };
}

function lineOf(points: readonly Point[], { color, dash, symbol }: Style): Markish[] {
  return [
    lineY(points, { x: 'after_s', y: 'kept_MB', stroke: color, strokeWidth: 1.75, strokeDasharray: dash }),
    dot(points, {
      ...{ x: 'after_s', y: 'kept_MB', symbol, fill: color, r: 2.5 },
      title: ({ stack, after_s, kept_MB }: Point) => `${stack}: ${kept_MB} MB after ${after_s} s`,
    }),
  ];
}

/** Words of the second stack stand lower, so that they don't lie on the first one's. */
function momentMarks(name: string, { color }: Style, moments: readonly Moment[], n: number): Markish[] {
  return [
    ruleX(moments, { x: 'after_s', stroke: color, strokeDasharray: '2 3' }),
    text(moments, {
      ...{ x: 'after_s', text: ({ words }: Moment) => `${name}: ${words}`, frameAnchor: 'top' },
      ...{ textAnchor: 'end', dx: -4, dy: 2 + 16 * n, fontSize: 11, fill: color, fontWeight: 600 },
    }),
  ];
}

function pointsOf({ stack, stopped_at_s, points }: SlowClientRun): Point[] {
  return points.map(({ at_s, kept_bytes }) => ({
    stack: titles[stack] ?? stack,
    after_s: Math.round((at_s - stopped_at_s) * 10) / 10,
    kept_MB: Math.round(kept_bytes / 1e5) / 10,
  }));
}

function momentsOf({ said: [first], goneAfter_s }: SlowClientRun): Moment[] {
  return [
    ...(first ? [{ after_s: first.after_s, words: 'says so' }] : []),
    ...(goneAfter_s === null ? [] : [{ after_s: goneAfter_s, words: 'gone' }]),
  ];
}

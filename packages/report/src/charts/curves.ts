import type { Curve } from '@meteor-vs-mean/measure/results';
import { dot, lineY } from '@observablehq/plot';
import { type Chart, dataOf, styleOf, wide } from '../chart.ts';
import { drawn, whole } from '../numbers.ts';
import { bottomAxis, endLabel, upright } from './axes.ts';

interface Point {
  curve: Curve;
  index: number;
  name: string;
  queries: number;
  round: number;
  verdict: string;
  validity: string;
  cpu_ms: number | null;
  p50_ms: number | null;
  p99_ms: number | null;
  fitted: number | null;
}

/** CPU per write of every round against the number of live queries, on a log scale, and a line through the medians. */
export function curvesChart(id: string, curves: readonly Curve[], nameOf: (curve: Curve) => string): Chart {
  const points = curves.flatMap((curve, index) => pointsOf(curve, index, nameOf(curve)));
  const title = 'CPU per write against distinct live queries';
  const ends = curves.map((curve) => {
    const level = curve.levels.at(-1);
    return `${nameOf(curve)} ${level ? `to ${whole(level.level)}` : 'not measured'}`;
  });
  return {
    id,
    title,
    description: `A filled mark a valid round, a hollow one a noisy round, a cross a void one, a line through the medians of each level. ${ends.join('; ')}.`,
    ...dataOf(points, [
      ['contestant', 'contestant', ({ name }) => name],
      ['queries', 'live queries', ({ queries }) => queries],
      ['round', 'round', ({ round }) => round],
      ['verdict', 'verdict', ({ verdict }) => verdict],
      ['validity', 'round is', ({ validity }) => validity],
      ['cpu_ms_per_write', 'CPU per write, ms', ({ cpu_ms }) => cpu_ms],
      ['fitted', 'fitted line, ms', ({ fitted }) => fitted],
      ['p50_ms', 'p50, ms', ({ p50_ms }) => p50_ms],
      ['p99_ms', 'p99, ms', ({ p99_ms }) => p99_ms],
    ]),
    panels: wide(title, (width) => plotOf(curves, points, nameOf, width)),
    notes: [
      'Filled marks are valid rounds, hollow ones noisy rounds, crosses void ones; lines join the medians of the levels, dotted ones lead to a level that was not held. On a log scale a cost that rises by the same with each query bends upwards.',
    ],
  };
}

function pointsOf(curve: Curve, index: number, name: string): Point[] {
  const { growth, levels } = curve;
  return levels.flatMap(({ level: queries, trials }) =>
    trials.map(({ round, verdict, validity, cpu_ms_per_write, p50_ms, p99_ms }) => ({
      curve,
      index,
      name,
      queries,
      round,
      verdict,
      validity,
      cpu_ms: cpu_ms_per_write === null ? null : drawn(cpu_ms_per_write),
      p50_ms,
      p99_ms,
      fitted: growth && drawn((growth.intercept + growth.slope * queries) / 1000),
    })),
  );
}

/** Pixels that the label of a tick needs. */
const labelRoom = 40;

/** The levels that have room for a label, the highest first of all. */
function ticksFor(queries: readonly number[], width: number): number[] {
  const [least, most] = [queries.at(0) ?? 1, queries.at(-1) ?? 1];
  const decade = (0.7 * width) / Math.max(1, Math.log10(most / least));
  const kept: number[] = [];
  for (const level of queries.toReversed()) {
    const next = kept[0];
    if (next === undefined || decade * Math.log10(next / level) >= labelRoom) kept.unshift(level);
  }
  return kept;
}

function plotOf(
  curves: readonly Curve[],
  points: readonly Point[],
  nameOf: (curve: Curve) => string,
  width: number,
) {
  const shown = points.filter((point): point is Point & { cpu_ms: number } => point.cpu_ms !== null);
  const queries = [...new Set(points.map((point) => point.queries))].sort((a, b) => a - b);
  const [least, most] = [queries.at(0) ?? 1, queries.at(-1) ?? 1];
  const lines = curves.map((curve, index) => {
    const levels = curve.levels.flatMap(({ level: queries, cpu_ms_per_write, verdict }) =>
      cpu_ms_per_write === null ? [] : [{ x: queries, y: cpu_ms_per_write, isHeld: verdict === 'passed' }],
    );
    const held = levels.filter(({ isHeld }) => isHeld);
    return {
      curve,
      style: styleOf(index, curve.stack),
      levels,
      held,
      beyond: levels.slice(Math.max(0, held.length - 1)),
    };
  });
  const tip = ({ queries, cpu_ms, round }: (typeof shown)[number]) =>
    `round ${round}, ${whole(queries)} live queries: ${cpu_ms} ms a write`;
  return upright({
    height: 340,
    top: 24,
    bottom: 44,
    y: {
      low: 0,
      high: 1.08 * Math.max(1, ...shown.map(({ cpu_ms }) => cpu_ms)),
      log: false,
      label: 'CPU per write, ms',
    },
    x: { type: 'log', domain: [least / 1.15, Math.max(most, least + 1) * 1.1] },
    marks: [
      bottomAxis(ticksFor(queries, width), 'distinct live queries (log scale)'),
      ...lines.flatMap(({ curve, style: { color, dash, symbol }, held, beyond }) => {
        const mine = shown.filter((point) => point.curve === curve);
        return [
          lineY(held, { x: 'x', y: 'y', stroke: color, strokeWidth: 1.75, strokeDasharray: dash }),
          lineY(beyond, { x: 'x', y: 'y', stroke: color, strokeOpacity: 0.5, strokeDasharray: '1 4' }),
          dot(
            mine.filter(({ validity }) => validity === 'valid'),
            { x: 'queries', y: 'cpu_ms', symbol, fill: color, r: 4, title: tip },
          ),
          dot(
            mine.filter(({ validity }) => validity === 'noisy'),
            { x: 'queries', y: 'cpu_ms', symbol, stroke: color, r: 4, title: tip },
          ),
          dot(
            mine.filter(({ validity }) => validity === 'void'),
            { x: 'queries', y: 'cpu_ms', symbol: 'times', stroke: color, r: 4, title: tip },
          ),
        ];
      }),
    ],
    ends: lines.flatMap(({ curve, style, levels }) => endLabel(levels.at(-1), nameOf(curve), style)),
  });
}

import { type DeliveryRound, figureNamed, instancesOf, valueIn } from '@meteor-vs-mean/measure/results';
import { median } from '@meteor-vs-mean/stats';
import { dot, lineY } from '@observablehq/plot';
import { type Chart, dataOf, styleOf, wide } from '../chart.ts';
import { drawn } from '../numbers.ts';
import { bottomAxis, endLabel, upright } from './axes.ts';

interface Point {
  /** What it is whatever number of instances it has. */
  name: string;
  count: number;
  round: number;
  cpu_ms: number;
}

/**
 * CPU per write of an instance that serves nobody against the number of instances: a mark a valid round, and a line
 * through the medians.
 * @param nameOf what a contestant is called, whatever number of instances it has
 * @returns undefined where none was measured
 */
export function instancesChart(
  id: string,
  rounds: readonly DeliveryRound[],
  nameOf: (round: DeliveryRound) => string,
): Chart | undefined {
  const points = rounds.flatMap((round) => pointOf(round, nameOf(round)));
  if (points.length === 0) return undefined;
  const title = 'CPU per write of an instance that serves nobody';
  const lines = [...Map.groupBy(points, ({ name }) => name)].map(([name, mine], index) => ({
    name,
    mine,
    style: styleOf(index),
    middle: [...Map.groupBy(mine, ({ count }) => count)]
      .map(([x, same]) => ({ x, y: median(same.map(({ cpu_ms }) => cpu_ms)) as number }))
      .sort((a, b) => a.x - b.x),
  }));
  const tip = ({ round, cpu_ms }: Point) => `round ${round}: ${cpu_ms} ms a write`;
  const counts = [...new Set(points.map(({ count }) => count))].sort((a, b) => a - b);
  return {
    id,
    title,
    description: `A mark a valid round, a line through the medians, by number of instances. ${lines.map(({ name }) => name).join('; ')}.`,
    ...dataOf(points, [
      ['contestant', 'contestant', ({ name }) => name],
      ['instances', 'instances', ({ count }) => count],
      ['round', 'round', ({ round }) => round],
      ['cpu_ms_per_write', 'CPU a write, ms', ({ cpu_ms }) => cpu_ms],
    ]),
    panels: wide(title, () =>
      upright({
        height: 280,
        top: 24,
        bottom: 44,
        y: {
          low: 0,
          high: 1.1 * Math.max(...points.map(({ cpu_ms }) => cpu_ms)),
          log: false,
          label: 'CPU a write, ms',
        },
        x: { type: 'linear', domain: [(counts.at(0) ?? 1) - 0.5, (counts.at(-1) ?? 1) + 0.5] },
        marks: [
          bottomAxis(counts, 'instances of the app'),
          ...lines.flatMap(({ mine, middle, style: { color, dash, symbol } }) => [
            lineY(middle, { x: 'x', y: 'y', stroke: color, strokeWidth: 1.75, strokeDasharray: dash }),
            dot(mine, { x: 'count', y: 'cpu_ms', symbol, fill: color, r: 4, title: tip }),
          ]),
        ],
        ends: lines.flatMap(({ name, middle, style }) => endLabel(middle.at(-1), name, style)),
      }),
    ),
    notes: ['Marks are valid rounds; lines join their medians. What an app uses that does nothing is in it.'],
  };
}

function pointOf(round: DeliveryRound, name: string): Point[] {
  const figure = figureNamed('idleInstanceCpu_ms_per_write');
  const value = figure && valueIn(round, figure);
  const instances = instancesOf(round);
  if (round.verdict === 'void' || value == null || !instances) return [];
  return [{ name, count: instances.count, round: round.round, cpu_ms: drawn(value) }];
}

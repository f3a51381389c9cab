import type { DeliveryRound } from '@meteor-vs-mean/measure/results';
import { dot, text } from '@observablehq/plot';
import { type Chart, dataOf, styleOf, wide } from '../chart.ts';
import { drawn } from '../numbers.ts';
import { bottomAxis, endLabel, upright } from './axes.ts';

/** More names than these lie on each other. */
const mostNames = 6;

/** p50 of every round in the order in which they ran: a drift of the machine would show here. Void rounds are crosses. */
export function roundsChart(
  id: string,
  scenario: string,
  rounds: readonly DeliveryRound[],
  names: ReadonlyMap<string, string>,
): Chart {
  const title = `p50 of each round in the order they ran, ${scenario}`;
  const points = rounds.flatMap(({ round, key, verdict, p50_ms }) =>
    p50_ms === null ? [] : [{ round, key, isVoid: verdict === 'void', ms: drawn(p50_ms) }],
  );
  const voided = points.filter(({ isVoid }) => isVoid);
  const highest = Math.max(0, ...points.map(({ ms }) => ms));
  const lowest = Math.min(...points.map(({ ms }) => ms));
  const numbers = rounds.map(({ round }) => round);
  const last = Math.max(...numbers) + 0.5;
  const series = [...names].map(([key, name], index) => ({
    name,
    style: styleOf(index),
    points: points.filter((point) => point.key === key && !point.isVoid),
  }));
  const tip = ({ ms }: { ms: number }) => `${ms} ms`;
  const ends = series.flatMap(({ name, style, points }) => {
    const end = points.at(-1);
    return endLabel(end && { x: last, y: end.ms }, name, style);
  });
  return {
    id,
    title,
    description: `One mark a round, by its number; ${points.length - voided.length} valid, ${voided.length} void. A slope to the right would be a drift of the machine.`,
    ...dataOf(rounds, [
      ['round', 'round', ({ round }) => round],
      ['pair', 'pair', ({ pair }) => pair],
      ['contestant', 'contestant', ({ key }) => names.get(key) ?? key],
      ['verdict', 'verdict', ({ verdict }) => verdict],
      ['p50_ms', 'p50, ms', ({ p50_ms }) => p50_ms],
    ]),
    panels: wide(title, () =>
      upright({
        height: 240,
        top: 24,
        bottom: 40,
        y: { low: lowest, high: highest, log: highest > 40 * lowest, label: 'ms' },
        x: { domain: [Math.min(...numbers) - 0.5, last] },
        marks: [
          bottomAxis(Math.min(rounds.length, 12), 'round', { tickFormat: 'd' }),
          ...series.map(({ points, style: { color, symbol } }) =>
            dot(points, { x: 'round', y: 'ms', symbol, fill: color, r: 4.5, title: tip }),
          ),
          dot(voided, { x: 'round', y: 'ms', symbol: 'times', stroke: 'var(--bad)', strokeWidth: 2, r: 5 }),
          text(voided, { x: 'round', y: 'ms', text: () => 'void', dy: -12, fill: 'var(--bad)' }),
        ],
        ends: names.size <= mostNames ? ends : [],
      }),
    ),
    notes: [],
  };
}

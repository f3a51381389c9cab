import { isCounted, type SelfMeasure } from '@meteor-vs-mean/measure/results';
import { dot, type PlotOptions, text } from '@observablehq/plot';
import { type Chart, dataOf, glyphs, styleOf } from '../chart.ts';
import { drawn } from '../numbers.ts';
import { bottomAxis, logTicks, upright } from './axes.ts';

/** The engine's latency against the deliveries it was given, a panel a transport. */
export function selfChart(id: string, measures: readonly SelfMeasure[]): Chart {
  const trials = measures.flatMap(({ transport, trials }) => trials.map((one) => ({ transport, ...one })));
  return {
    id,
    title: 'The engine against an echo that does nothing',
    description: `p50 and p99 by deliveries a second; crosses are void loads. ${measures
      .map(
        ({ transport, deliveries_per_s }) =>
          `${transport}: at most ${Math.round(deliveries_per_s)} deliveries a second in one process`,
      )
      .join('; ')}.`,
    ...dataOf(trials, [
      ['transport', 'transport', ({ transport }) => transport],
      ['subscribers', 'subscribers', ({ subscribers }) => subscribers],
      ['deliveries_per_s', 'deliveries/s', ({ deliveries_per_s }) => deliveries_per_s],
      ['generators', 'generators', ({ generators }) => generators],
      ['p50_ms', 'p50, ms', ({ p50_ms }) => p50_ms],
      ['p99_ms', 'p99, ms', ({ p99_ms }) => p99_ms],
      ['verdict', 'verdict', ({ verdict }) => verdict],
    ]),
    panels: measures.map((measure) => ({
      title: `Latency that the engine adds over ${measure.transport}`,
      label: measure.transport,
      size: 'small',
      plot: () => plotOf(measure),
    })),
    notes: ['Crosses: loads that broke a rule of validity.'],
  };
}

function plotOf({ trials }: SelfMeasure): PlotOptions {
  const points = (of: 'p50_ms' | 'p99_ms') =>
    trials.flatMap((one) => {
      const ms = one[of];
      const isValid = isCounted(one);
      return ms === null || ms <= 0 ? [] : [{ x: one.deliveries_per_s, ms: drawn(ms), isValid }];
    });
  const series = [points('p50_ms'), points('p99_ms')];
  const voided = series.flat().filter(({ isValid }) => !isValid);
  const within = (of: 'x' | 'ms'): [number, number] => {
    const all = series.flat().map((point) => point[of]);
    return [Math.min(...all) / 1.2, Math.max(...all) * 1.2];
  };
  const [low, high] = within('ms');
  return upright({
    height: 220,
    top: 24,
    bottom: 38,
    y: { low, high, log: true, label: `ms, ${glyphs.circle} p50, ${glyphs.square} p99` },
    x: { type: 'log', domain: within('x') },
    marks: [
      bottomAxis(logTicks(within('x'), 5), 'deliveries a second (log scale)'),
      ...series.map((those, index) => {
        const { symbol, color } = styleOf(index);
        return dot(
          those.filter(({ isValid }) => isValid),
          { x: 'x', y: 'ms', symbol, fill: color, r: 4 },
        );
      }),
      dot(voided, { x: 'x', y: 'ms', symbol: 'times', stroke: 'var(--bad)', strokeWidth: 1.75, r: 4.5 }),
      text(voided.slice(0, 1), { x: 'x', y: 'ms', text: () => 'void', dy: -10, fill: 'var(--bad)' }),
    ],
  });
}

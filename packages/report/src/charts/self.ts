import { axisX, axisY, dot, gridY, text } from '@observablehq/plot';
import { type Chart, styleOf, type Value } from '../chart.ts';
import { drawn } from '../numbers.ts';
import type { SelfMeasure } from '../results.ts';
import { glyphs } from './rounds.ts';

/** The engine's latency against the deliveries it was given, a panel a transport. */
export function selfChart(id: string, measures: readonly SelfMeasure[]): Chart {
  return {
    id,
    title: 'The engine against an echo that does nothing',
    description: `p50 and p99 by deliveries a second; crosses are void loads. ${measures
      .map(
        ({ transport, deliveries_per_s }) =>
          `${transport}: at most ${Math.round(deliveries_per_s)} deliveries a second in one process`,
      )
      .join('; ')}.`,
    columns: [
      { key: 'transport', label: 'transport' },
      { key: 'subscribers', label: 'subscribers' },
      { key: 'deliveries_per_s', label: 'deliveries/s' },
      { key: 'generators', label: 'generators' },
      { key: 'p50_ms', label: 'p50, ms' },
      { key: 'p99_ms', label: 'p99, ms' },
      { key: 'verdict', label: 'verdict' },
    ],
    rows: measures.flatMap(({ transport, trials }) =>
      trials.map((one): Value[] => [
        transport,
        one.subscribers,
        drawn(one.deliveries_per_s),
        one.generators,
        one.p50_ms === null ? null : drawn(one.p50_ms),
        one.p99_ms === null ? null : drawn(one.p99_ms),
        one.verdict,
      ]),
    ),
    panels: measures.map(({ transport, trials }) => ({
      title: `Latency that the engine adds over ${transport}`,
      size: 'small',
      plot() {
        const points = (of: 'p50_ms' | 'p99_ms') =>
          trials.flatMap((one) => {
            const ms = one[of];
            return ms === null || ms <= 0
              ? []
              : [{ x: one.deliveries_per_s, ms: drawn(ms), valid: one.verdict === 'valid' }];
          });
        const voided = [...points('p50_ms'), ...points('p99_ms')].filter(({ valid }) => !valid);
        const [p50, p99] = [styleOf(0), styleOf(1)];
        return {
          height: 220,
          marginTop: 34,
          marginLeft: 48,
          marginBottom: 38,
          x: { type: 'log' as const },
          y: { type: 'log' as const },
          marks: [
            gridY({ strokeOpacity: 0.12 }),
            axisX({
              label: 'deliveries a second (log scale)',
              labelArrow: 'none',
              tickFormat: '~s',
              ticks: 4,
            }),
            axisY({
              label: `${transport}: ms (log scale)  ${glyphs.circle} p50  ${glyphs.square} p99`,
              labelArrow: 'none',
              tickFormat: '~g',
              ticks: 4,
            }),
            dot(
              points('p50_ms').filter(({ valid }) => valid),
              { x: 'x', y: 'ms', symbol: p50.symbol, fill: p50.color, r: 4 },
            ),
            dot(
              points('p99_ms').filter(({ valid }) => valid),
              { x: 'x', y: 'ms', symbol: p99.symbol, fill: p99.color, r: 4 },
            ),
            dot(voided, {
              x: 'x',
              y: 'ms',
              symbol: 'times',
              stroke: 'var(--bad)',
              strokeWidth: 1.75,
              r: 4.5,
            }),
            text(voided.slice(0, 1), { x: 'x', y: 'ms', text: () => 'void', dy: -10, fill: 'var(--bad)' }),
          ],
        };
      },
    })),
    notes: ['Crosses: loads that broke a rule of validity.'],
  };
}

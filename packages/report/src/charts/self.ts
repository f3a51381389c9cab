import { dot, text } from '@observablehq/plot';
import { type Chart, styleOf, type Value } from '../chart.ts';
import { drawn } from '../numbers.ts';
import type { SelfMeasure } from '../results.ts';
import { bottomAxis, logTicks, upright } from './axes.ts';
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
      label: transport,
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
        const height = 220;
        const [top, bottom] = [24, 38];
        const all = [...points('p50_ms'), ...points('p99_ms')];
        const within = (of: 'x' | 'ms'): [number, number] => [
          Math.min(...all.map((point) => point[of])) / 1.2,
          Math.max(...all.map((point) => point[of])) * 1.2,
        ];
        const [low, high] = within('ms');
        const { y, marks } = upright(
          { low, high, log: true },
          height - top - bottom,
          `ms, ${glyphs.circle} p50, ${glyphs.square} p99`,
        );
        return {
          height,
          marginTop: top,
          marginLeft: 48,
          marginBottom: bottom,
          x: { type: 'log' as const, domain: within('x') },
          y,
          marks: [
            ...marks,
            bottomAxis(logTicks(within('x'), 5), 'deliveries a second (log scale)', {
              labelAnchor: 'center',
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

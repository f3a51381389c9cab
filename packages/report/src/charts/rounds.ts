import { dot, text } from '@observablehq/plot';
import { type Chart, styleOf, type Value } from '../chart.ts';
import { drawn } from '../numbers.ts';
import type { DeliveryRound } from '../results.ts';
import { bottomAxis, upright } from './axes.ts';
import { endLabels, roomFor } from './labels.ts';

/** p50 of every round in the order in which they ran: a drift of the machine would show here. Void rounds are crosses. */
export function roundsChart(
  id: string,
  scenario: string,
  rounds: readonly DeliveryRound[],
  names: ReadonlyMap<string, string>,
): Chart {
  const keys = [...names.keys()];
  const rows = rounds.map((round): Value[] => [
    round.round,
    round.pair,
    names.get(round.key) ?? round.key,
    round.verdict,
    round.p50_ms === null ? null : drawn(round.p50_ms),
  ]);
  const title = `p50 of each round in the order they ran, ${scenario}`;
  const points = rounds.flatMap(({ round, key, verdict, p50_ms }) =>
    p50_ms === null ? [] : [{ round, key, verdict, ms: drawn(p50_ms) }],
  );
  const void_ = points.filter(({ verdict }) => verdict === 'void');
  const highest = Math.max(0, ...points.map(({ ms }) => ms));
  const lowest = Math.min(...points.map(({ ms }) => ms));
  const far = highest > 40 * lowest;
  return {
    id,
    title,
    description: `One mark a round, by its number; ${points.length - void_.length} valid, ${void_.length} void. A slope to the right would be a drift of the machine.`,
    columns: [
      { key: 'round', label: 'round' },
      { key: 'pair', label: 'pair' },
      { key: 'contestant', label: 'contestant' },
      { key: 'verdict', label: 'verdict' },
      { key: 'p50_ms', label: 'p50, ms' },
    ],
    rows,
    panels: [
      {
        title,
        size: 'wide',
        plot() {
          const height = 240;
          const [top, bottom] = [24, 40];
          const shown = keys.length <= 6 ? keys : [];
          const right = roomFor(shown.map((key) => names.get(key) ?? key));
          const { y, marks, pixelsOf } = upright(
            { low: lowest, high: highest, log: far },
            height - top - bottom,
            'ms',
          );
          marks.push(
            bottomAxis(Math.min(rounds.length, 12), 'round', { tickFormat: 'd', labelAnchor: 'center' }),
          );
          for (const [index, key] of keys.entries()) {
            const style = styleOf(index);
            marks.push(
              dot(
                points.filter((point) => point.key === key && point.verdict === 'valid'),
                {
                  x: 'round',
                  y: 'ms',
                  symbol: style.symbol,
                  fill: style.color,
                  r: 4.5,
                  title: ({ ms }: { ms: number }) => `${ms} ms`,
                },
              ),
            );
          }
          marks.push(
            dot(void_, { x: 'round', y: 'ms', symbol: 'times', stroke: 'var(--bad)', strokeWidth: 2, r: 5 }),
          );
          marks.push(text(void_, { x: 'round', y: 'ms', text: () => 'void', dy: -12, fill: 'var(--bad)' }));
          const last = Math.max(...rounds.map(({ round }) => round));
          const ends = shown.flatMap((key) => {
            const end = points.filter((point) => point.key === key && point.verdict === 'valid').at(-1);
            const style = styleOf(keys.indexOf(key));
            return end
              ? [
                  {
                    x: last + 0.5,
                    y: end.ms,
                    name: `${glyphs[style.symbol]} ${names.get(key) ?? key}`,
                    style,
                  },
                ]
              : [];
          });
          marks.push(...endLabels(ends, pixelsOf));
          return {
            height,
            marginTop: top,
            marginBottom: bottom,
            marginLeft: 48,
            marginRight: right + 14,
            x: { domain: [Math.min(...rounds.map(({ round }) => round)) - 0.5, last + 0.5] },
            y,
            marks,
          };
        },
      },
    ],
    notes: [],
  };
}

/** The same shapes as text, so that a label says which points are meant. */
export const glyphs = { circle: '●', square: '■', triangle: '▲', diamond: '◆', star: '★', wye: 'Y' } as const;

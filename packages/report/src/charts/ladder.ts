import { type AppResult, figureOf, hasDeliveries } from '@meteor-vs-mean/measure/results';
import { axisY, dot, gridX, link, type Markish, text } from '@observablehq/plot';
import { type Chart, dataOf, hueOf, wide } from '../chart.ts';
import { drawn, milliseconds, smallPercent } from '../numbers.ts';
import { bottomAxis, logTicks } from './axes.ts';

/** p50, p95 and p99 of many contestants: a row each, on a log scale. What never came is said at the right. */
export function ladderChart(id: string, load: string, contestants: readonly AppResult[]): Chart {
  const rows = contestants.map((one) => {
    const value = (name: string) => {
      const ms = figureOf(one, { name });
      return ms == null ? null : drawn(ms);
    };
    const { lost, expected } = one.counts;
    return {
      key: one.key,
      color: hueOf(one.stack),
      p50: value('p50_ms'),
      p95: value('p95_ms'),
      p99: value('p99_ms'),
      lost: expected === 0 ? null : drawn(lost / expected),
      ran: hasDeliveries(one),
    };
  });
  const title = `Latency of every row, ${load}`;
  const said = rows.map(({ key, p50, p99, ran }) =>
    ran ? `${key}: p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}` : `${key}: no valid round`,
  );
  return {
    id,
    title,
    description: `One row a contestant: a filled circle at p50, a bar at p95, a ring at p99. ${said.join('; ')}.`,
    ...dataOf(rows, [
      ['contestant', 'contestant', ({ key }) => key],
      ['p50_ms', 'p50, ms', ({ p50 }) => p50],
      ['p95_ms', 'p95, ms', ({ p95 }) => p95],
      ['p99_ms', 'p99, ms', ({ p99 }) => p99],
      ['lost', 'lost, share', ({ lost }) => lost],
    ]),
    panels: wide(title, (width) => {
      const phone = width < 500;
      const values = rows.flatMap(({ p50, p95, p99 }) => [p50, p95, p99]).filter((value) => value !== null);
      const domain: [number, number] = [Math.min(...values) / 1.1, Math.max(...values) * 1.1];
      const ticks = logTicks(domain, phone ? 5 : 9);
      const spans = rows.flatMap(({ key, p50, p95, p99 }) => {
        const end = p99 ?? p95;
        return p50 !== null && end !== null ? [{ key, p50, end }] : [];
      });
      const remarks = rows.flatMap(({ key, lost, ran }) => {
        if (!ran) return [{ key, words: 'no valid round' }];
        return lost ? [{ key, words: `${smallPercent(lost)} lost` }] : [];
      });
      const marks: Markish[] = [
        gridX(ticks, { strokeOpacity: 0.12 }),
        bottomAxis(ticks, 'ms (log scale)'),
        axisY({ label: null, tickSize: 0, lineWidth: phone ? 10 : 22, fontSize: phone ? 10 : 12 }),
        link(spans, { x1: 'p50', x2: 'end', y: 'key', strokeWidth: 1.5, strokeOpacity: 0.55 }),
        dot(rows, { x: 'p95', y: 'key', symbol: 'hexagon', fill: 'color', r: 2.5 }),
        dot(rows, { x: 'p99', y: 'key', stroke: 'color', r: 4.5 }),
        dot(rows, { x: 'p50', y: 'key', fill: 'color', r: 5 }),
        text(remarks, {
          y: 'key',
          frameAnchor: 'right',
          dx: 6,
          textAnchor: 'start',
          text: 'words',
          fill: 'var(--bad)',
          fontWeight: 600,
        }),
      ];
      return {
        color: { type: 'identity' },
        height: 56 + 26 * rows.length,
        marginLeft: phone ? 120 : 250,
        marginRight: remarks.length > 0 ? 92 : 16,
        marginBottom: 40,
        x: { type: 'log', domain },
        y: { type: 'band', domain: rows.map(({ key }) => key) },
        marks,
      };
    }),
    notes: ['Filled: p50; small: p95; ring: p99. A row without a ring has its p99 beyond the drain.'],
  };
}

import { costsOfClient, type SlopeFigure } from '@meteor-vs-mean/measure/results';
import {
  deliveryRound,
  fixture,
  latenciesOf,
  mean,
  memoryRound,
  meteor,
} from '@meteor-vs-mean/measure/results/fixture';
import { mergeLatencies, percentiles } from '@meteor-vs-mean/stats';
import { plot } from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { type Chart, csv, widths } from '../src/chart.ts';
import { logTicks } from '../src/charts/axes.ts';
import { percentilesChart } from '../src/charts/percentiles.ts';
import { figureLines, pairsChart } from '../src/charts/ratio-charts.ts';
import { slopesChart } from '../src/charts/slopes.ts';
import { svg } from '../src/svg.ts';

const { document } = parseHTML('<!doctype html><html></html>');

test('percentiles of the chart are those of the merged histogram, what was lost counted', () => {
  const parts = [latenciesOf(8, 4000, 1), latenciesOf(20, 5000, 2)];
  const merged = mergeLatencies(parts);
  for (const lost of [0, 60, 6000]) {
    const { rows } = percentilesChart('x', 'x', [{ name: 'a', latencies: merged, lost, writes: 100 }]);
    const expected = percentiles(merged, lost);
    const at = (percentile: number) => rows.find(([one]) => one === percentile)?.[1] ?? null;
    for (const [percentile, ms] of [
      [50, expected.p50_ms],
      [95, expected.p95_ms],
      [99, expected.p99_ms],
    ] as const) {
      if (ms === null) expect(at(percentile)).toBeNull();
      else expect(at(percentile)).toBeCloseTo(ms, 2);
    }
    expect(at(100)).toEqual(lost === 0 ? expect.closeTo(expected.max_ms ?? 0, 1) : null);
  }
});

test('a line is drawn where its table says', () => {
  const chart = percentilesChart('x', 'x', [
    { name: 'a', latencies: latenciesOf(8, 5000, 3), lost: 0, writes: 100 },
    { name: 'b', latencies: latenciesOf(12, 5000, 4), lost: 0, writes: 100 },
  ]);
  const options = chart.panels[0]?.plot(widths.wide) ?? {};
  const drawn = plot({ document: document as unknown as Document, ...options, width: widths.wide });
  const [x, y] = [drawn.scale('x'), drawn.scale('y')];
  const lines = [...drawn.querySelectorAll('[aria-label=line] path')];
  expect(lines).toHaveLength(2);
  for (const [index, line] of lines.entries()) {
    const points = (line.getAttribute('d') ?? '')
      .slice(1)
      .split('L')
      .map((point) => point.split(',').map(Number));
    const rows = chart.rows.filter((row) => row[index + 1] !== null);
    expect(points).toHaveLength(rows.length);
    for (const [at, [percentile, ...values]] of rows.entries()) {
      if (percentile === 100) continue;
      const [px = 0, py = 0] = points[at] ?? [];
      expect(py).toBeCloseTo(y?.apply(values[index]) ?? 0, 1);
      // The table rounds a percentile to one digit past its nines.
      expect(Math.abs(px - (x?.apply(1 / (1 - Number(percentile) / 100)) ?? 0))).toBeLessThan(14);
    }
  }
});

test('every pair is a ring, and the table has the same ratios', () => {
  const { summary } = fixture({
    deliveries: [1.2, 1.5, 1.3].flatMap((factor, index) => [
      deliveryRound(meteor, 2 * index + 1, index + 1, { p50: 8 * factor }),
      deliveryRound(mean, 2 * index + 2, index + 1),
    ]),
  });
  const figures = summary.comparisons[0]?.figures ?? {};
  const [chart] = pairsChart('pairs', 'Pairs', figureLines(figures, null), {
    a: 'Meteor',
    b: 'MEAN',
  }) as [Chart];
  const markup = svg(chart.panels[0] as (typeof chart.panels)[number], widths.wide, 'pairs', 'words');
  const titles = [...markup.matchAll(/<title>p50: ([\d.]+)<\/title>/g)].map(([, ratio]) => ratio);
  const row = chart.rows.find(([figure]) => figure === 'p50') ?? [];
  expect(titles).toEqual(row.slice(-3).map((ratio) => Number(ratio).toFixed(2)));
});

test('points of every start are drawn, and a void start is not', () => {
  const rounds = [1, 2, 3].map((pair) => memoryRound(mean, pair, pair));
  const { summary } = fixture({ memory: rounds });
  const memory = summary.results.find(({ key }) => key === 'mean')?.memory ?? [];
  const voided = { ...memoryRound(mean, 4, 4), verdict: 'void' as const };
  const chart = slopesChart(
    'heap',
    costsOfClient(0)[0] as SlopeFigure,
    [{ key: 'mean', stack: 'mean', name: 'MEAN', memory }],
    [...rounds, voided],
  );
  expect(chart?.rows).toHaveLength(15);
  expect(new Set(chart?.rows.map((row) => row[2]))).toEqual(new Set([1, 2, 3]));
});

test('a log scale has round ticks, as many as there is room for', () => {
  expect(logTicks([0.9, 12], 5)).toEqual([1, 2, 5, 10]);
  expect(logTicks([0.9, 1.25], 5)).toEqual([0.9, 1, 1.1, 1.2]);
  expect(logTicks([3, 20_000], 5)).toEqual([10, 100, 1000, 10_000]);
});

test('CSV has names, and quotes what needs it', () => {
  const columns = [
    { key: 'what', label: '' },
    { key: 'ms', label: '' },
  ];
  const rows = [
    ['a "b", c', 1.5],
    ['d', null],
  ];
  expect(csv({ columns, rows })).toBe('what,ms\r\n"a ""b"", c",1.5\r\nd,\r\n');
});

import type { Summary } from '@meteor-vs-mean/report';
import {
  type Chart,
  cell,
  drawn,
  milliseconds,
  percent,
  type Row,
  range,
  type Table,
  times,
} from '@meteor-vs-mean/report/drawing';
import { axisX, barX, text } from '@observablehq/plot';
import { meanOfPercentiles, merged, percentileOf, type StackRounds, stackRounds } from './tail-rounds.ts';

/** Of each round's deliveries, the share that the bad chart looks at: the rest it calls outliers. */
const kept = 0.95;
const ninetyNine = 99;

/**
 * A chart that lies, made from a recorded result as such charts are made, and a table that takes its lies back one by
 * one. Every number is of the folder's own histograms.
 *
 * @param folder a results folder of both stacks, with fan-out
 * @param summary of that folder
 */
export function badChart(folder: string, summary: Summary): { charts: Chart[]; tables: Table[] } {
  const [meteor, mean] = stackRounds(folder, { meteor: 'Meteor', mean: 'MEAN' }) as [
    StackRounds,
    StackRounds,
  ];
  return { charts: [lying(meteor, mean)], tables: [takenBack(meteor, mean, summary)] };
}

function lying(meteor: StackRounds, mean: StackRounds): Chart {
  const bars = [meteor, mean].map((one) => ({
    title: one.title,
    ms: drawn(meanOfPercentiles(one, ninetyNine, kept)),
  }));
  const least = Math.min(...bars.map(({ ms }) => ms));
  const most = Math.max(...bars.map(({ ms }) => ms));
  // Where a chart begins that wants a difference: just before the shorter bar.
  const begin = Math.floor(least * 0.95);
  const title = 'The slow end: MEAN leaves Meteor far behind';
  return {
    id: 'bad',
    title,
    description: `Two bars on an axis that begins at ${begin} ms. ${bars.map((bar) => `${bar.title}: ${milliseconds(bar.ms)}`).join('; ')}.`,
    columns: [
      { key: 'stack', label: 'stack' },
      { key: 'p99_ms', label: 'p99, ms' },
    ],
    rows: bars.map((bar) => [bar.title, bar.ms]),
    panels: [
      {
        title,
        size: 'wide',
        plot: (width) => ({
          ...{ height: 170, marginLeft: 70, marginBottom: 42, marginRight: width > 500 ? 60 : 44 },
          x: { domain: [begin, most] },
          y: { type: 'band', domain: bars.map((bar) => bar.title), label: null },
          marks: [
            axisX({ label: 'p99, milliseconds', labelArrow: 'none', ticks: 5 }),
            barX(bars, {
              x1: begin,
              x2: 'ms',
              y: 'title',
              fill: (bar: (typeof bars)[number]) =>
                bar.title === meteor.title ? 'var(--series-1)' : 'var(--series-2)',
              title: (bar: (typeof bars)[number]) => `${bar.title}: ${milliseconds(bar.ms)}`,
            }),
            text(bars, {
              ...{ x: 'ms', y: 'title', dx: 6, textAnchor: 'start' },
              text: (bar: (typeof bars)[number]) => milliseconds(bar.ms),
            }),
          ],
        }),
      },
    ],
    notes: [
      `p99: mean of ${meteor.latencies.length} rounds each, outliers (${percent(1 - kept, 0)}) removed.`,
    ],
  };
}

function takenBack(meteor: StackRounds, mean: StackRounds, summary: Summary): Table {
  const row = (label: string, of: (one: StackRounds) => number): Row => {
    const [a, b] = [of(meteor), of(mean)];
    return { label, cells: [cell(milliseconds(a)), cell(milliseconds(b)), cell(times(a / b))] };
  };
  const figure = summary.comparisons.find(({ scenario }) => scenario === 'fan-out')?.figures.p99_ms;
  if (!figure) throw new Error(`${summary.id} has no ratio of its p99s`);
  const { interval, each, low, high } = figure;
  const extent = interval
    ? `95 %: ${range(interval.low, interval.high)}`
    : `${each.length} pairs: ${range(low, high)}`;
  return {
    kind: 'table',
    caption: 'The lies, taken back one by one',
    head: ['what is drawn', meteor.title, mean.title, 'Meteor / MEAN'].map((label) => cell(label)),
    rows: [
      row('as in the chart', (one) => meanOfPercentiles(one, ninetyNine, kept)),
      row('with the slowest deliveries', (one) => meanOfPercentiles(one, ninetyNine, 1)),
      row('rounds merged, not averaged', (one) => percentileOf(merged(one), ninetyNine)),
      {
        label: 'ratio within pairs, and how far it is known',
        cells: [cell(''), cell(''), { text: times(figure.mean), sub: extent }],
      },
    ],
    notes: [{ text: 'On an axis from 0 the bars stand to each other as the numbers do.' }],
  };
}

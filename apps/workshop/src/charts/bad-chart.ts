import {
  type CompareFolder,
  type CompareSummary,
  type Comparison,
  isCounted,
} from '@meteor-vs-mean/measure/results';
import {
  type Chart,
  dataOf,
  drawn,
  milliseconds,
  percent,
  type Row,
  range,
  rowOf,
  type Table,
  tableWith,
  times,
  wide,
} from '@meteor-vs-mean/report/drawing';
import { type Latencies, mean as meanOf, mergeLatencies } from '@meteor-vs-mean/stats';
import { axisX, barX, text } from '@observablehq/plot';

/** Of each round's deliveries, the share that the bad chart looks at: the rest it calls outliers. */
const kept = 0.95;
const ninetyNine = 99;

/**
 * A chart that lies, made from a recorded result as such charts are made, and a table that takes its lies back one by
 * one. Every number is of the folder's own histograms.
 *
 * @param run of both stacks, with fan-out
 */
export function badChart(run: CompareFolder): { charts: Chart[]; tables: Table[] } {
  const [meteor, mean] = stackRounds(run, { meteor: 'Meteor', mean: 'MEAN' }) as [StackRounds, StackRounds];
  return { charts: [lying(meteor, mean)], tables: [takenBack(meteor, mean, run.summary)] };
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
    ...dataOf(bars, [
      ['stack', 'stack', (bar) => bar.title],
      ['p99_ms', 'p99, ms', (bar) => bar.ms],
    ]),
    panels: wide(title, (width) => ({
      height: 170,
      marginLeft: 70,
      marginBottom: 42,
      marginRight: width > 500 ? 60 : 44,
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
          x: 'ms',
          y: 'title',
          dx: 6,
          textAnchor: 'start',
          text: (bar: (typeof bars)[number]) => milliseconds(bar.ms),
        }),
      ],
    })),
    notes: [
      `p99: mean of ${meteor.latencies.length} rounds each, outliers (${percent(1 - kept, 0)}) removed.`,
    ],
  };
}

function takenBack(meteor: StackRounds, mean: StackRounds, summary: CompareSummary): Table {
  const row = (label: string, of: (one: StackRounds) => number): Row => {
    const [a, b] = [of(meteor), of(mean)];
    return rowOf(label, [milliseconds(a), milliseconds(b), times(a / b)]);
  };
  const isTheirs = ({ a, b, load }: Comparison) =>
    a === meteor.stack && b === mean.stack && load === 'fan-out';
  const figure = summary.comparisons.find(isTheirs)?.figures.p99_ms;
  if (!figure) throw new Error(`${summary.id} has no ratio of its p99s`);
  const { interval, each, low, high } = figure;
  const extent = interval
    ? `95 %: ${range(interval.low, interval.high)}`
    : `${each.length} pairs: ${range(low, high)}`;
  return tableWith(
    'The lies, taken back one by one',
    ['what is drawn', meteor.title, mean.title, 'Meteor / MEAN'],
    [
      row('as in the chart', (one) => meanOfPercentiles(one, ninetyNine, kept)),
      row('with the slowest deliveries', (one) => meanOfPercentiles(one, ninetyNine, 1)),
      row('rounds merged, not averaged', (one) => percentileOf(merged(one), ninetyNine)),
      rowOf('ratio within pairs, and how far it is known', [
        '',
        '',
        { text: times(figure.mean), sub: extent },
      ]),
    ],
    [{ text: 'On an axis from 0 the bars stand to each other as the numbers do.' }],
  );
}

/** The valid fan-out rounds of one stack as it comes, to an audience of one list, in a results folder. */
interface StackRounds {
  stack: string;
  title: string;
  /** One a round. */
  latencies: Latencies[];
}

/** @throws if it has none */
function stackRounds(run: CompareFolder, titles: Readonly<Record<string, string>>): StackRounds[] {
  const { folder, rounds } = run;
  return Object.entries(titles).map(([stack, title]) => {
    const latencies = rounds
      .filter((round) => round.contestant === stack && round.load === 'fan-out' && isCounted(round))
      .flatMap(({ round }) => run.latencies.get(round) ?? []);
    if (latencies.length === 0) throw new Error(`${folder} has no valid fan-out round of ${stack}`);
    return { stack, title, latencies };
  });
}

/** @param percent of the deliveries that are looked at @returns milliseconds */
const percentileOf = (latencies: Latencies, percent: number): number =>
  latencies.getValueAtPercentile(percent) / 1000;

const merged = ({ latencies }: StackRounds): Latencies => mergeLatencies(latencies);

/** @param left share of each round's deliveries that is looked at, the quickest first */
function meanOfPercentiles({ latencies }: StackRounds, percent: number, left: number): number {
  return meanOf(latencies.map((round) => percentileOf(round, percent * left)));
}

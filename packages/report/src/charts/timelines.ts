import type { TimelineEntry } from '@meteor-vs-mean/measure/results';
import { areaY, lineY, type Markish } from '@observablehq/plot';
import { type Chart, dataOf, type Panel, styleOf } from '../chart.ts';
import { drawn } from '../numbers.ts';
import { bottomAxis, type EndLabel, upright } from './axes.ts';

interface Step {
  from: TimelineEntry;
  to: TimelineEntry;
  /** All after the first, with the last. */
  between: readonly TimelineEntry[];
  elapsed_ms: number;
}

interface Line {
  key: string;
  /** In the table. */
  label: string;
  /** In the picture. */
  name: string;
  of(step: Step): number | null | undefined;
}

interface Picture {
  title: string;
  unit: string;
  lines: Line[];
}

const line = (key: string, label: string, name: string, of: Line['of']): Line => ({ key, label, name, of });

const pictures: readonly Picture[] = [
  {
    title: 'CPU',
    unit: '% of a core',
    lines: [
      line('appCpu', 'app CPU, % of a core', 'app', cpuOf('app')),
      line('mongodCpu', 'mongod CPU, %', 'mongod', cpuOf('mongod')),
      line('generatorCpu', 'generator CPU, %', 'generator', cpuOf('generator')),
    ],
  },
  {
    title: 'Memory',
    unit: 'MB',
    lines: [
      line('appRss_MB', 'app RSS, MB', 'app RSS', ({ to }) => megabytes(to.app?.rss_bytes)),
      line(
        'heap_MB',
        'app heap, MB',
        'app heap',
        ({ to: { inside } }) => inside && megabytes(inside.heapUsed_bytes + inside.external_bytes),
      ),
      line('mongodRss_MB', 'mongod RSS, MB', 'mongod RSS', ({ to }) => megabytes(to.mongod?.rss_bytes)),
    ],
  },
  {
    title: 'Event-loop delay',
    unit: 'ms',
    lines: [
      line('loopP99_ms', 'event loop p99, ms', 'p99', worstOf('p99_ms')),
      line('loopMax_ms', 'event loop max, ms', 'max', worstOf('max_ms')),
    ],
  },
  {
    title: 'Deliveries',
    unit: '/s',
    lines: [
      line('deliveries_per_s', 'deliveries/s', 'seen', ({ from, to, elapsed_ms }) =>
        to.delivered == null || from.delivered == null
          ? null
          : (1000 * (to.delivered - from.delivered)) / elapsed_ms,
      ),
    ],
  },
];

function cpuOf(process: 'app' | 'mongod' | 'generator'): Line['of'] {
  return ({ from, to, elapsed_ms }) => {
    const [before, after] = [from[process], to[process]];
    return before && after && (100 * (after.cpu_ms - before.cpu_ms)) / elapsed_ms;
  };
}

function worstOf(figure: 'p99_ms' | 'max_ms'): Line['of'] {
  return ({ between }) => {
    const loops = between.flatMap(({ inside }) => (inside ? [inside.eventLoop[figure]] : []));
    return loops.length > 0 ? Math.max(...loops) : null;
  };
}

function megabytes(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : bytes / 1e6;
}

/** The lines' dashes as text: where they meet, a label must say which is its own. */
const strokes = ['—', '--', '··'] as const;

/** Samples past this many are joined, so that an hour's round is no larger than a minute's. */
const mostSpans = 120;

interface Span {
  at_s: number;
  /** By the lines' keys. */
  values: Record<string, number | null>;
}

/** What went on during one round: CPU, memory, event-loop delay, and deliveries where they were counted. */
export function timelineChart(id: string, title: string, entries: readonly TimelineEntry[]): Chart {
  const spans = stepsOf(entries).map(spanOf);
  const read = pictures
    .map((picture) => ({
      ...picture,
      lines: picture.lines.filter(({ key }) => spans.some(({ values }) => values[key] !== null)),
    }))
    .filter(({ lines }) => lines.length > 0);
  return {
    id,
    title,
    description: `Over the ${Math.round(spans.at(-1)?.at_s ?? 0)} s of the round, from its first write on.`,
    ...dataOf(spans, [
      ['at_s', 's', ({ at_s }) => at_s],
      ...read.flatMap(({ lines }) =>
        lines.map(({ key, label }) => [key, label, ({ values }: Span) => values[key]] as const),
      ),
    ]),
    panels: read.map((picture) => panelOf(picture, spans)),
    notes: [],
  };
}

function stepsOf(entries: readonly TimelineEntry[]): Step[] {
  const joined = Math.ceil((entries.length - 1) / mostSpans);
  const steps: Step[] = [];
  for (let start = 0; start < entries.length - 1; start += joined) {
    const between = entries.slice(start + 1, start + joined + 1);
    const [from, to] = [entries[start], between.at(-1)] as [TimelineEntry, TimelineEntry];
    steps.push({ from, to, between, elapsed_ms: to.at_ms - from.at_ms });
  }
  return steps.filter(({ elapsed_ms }) => elapsed_ms > 0);
}

function spanOf(step: Step): Span {
  const values = pictures
    .flatMap(({ lines }) => lines)
    .map(({ key, of }) => {
      const value = of(step);
      return [key, value == null ? null : drawn(value)];
    });
  return { at_s: drawn(step.to.at_ms / 1000), values: Object.fromEntries(values) };
}

function panelOf({ title, unit, lines }: Picture, spans: readonly Span[]): Panel {
  const read = lines.map(({ key, name }, index) => ({
    name: `${strokes[index]} ${name}`,
    style: styleOf(index),
    y: ({ values }: Span) => values[key] as number,
    last: spans.findLast(({ values }) => values[key] !== null) as Span,
  }));
  const highest = Math.max(1, ...read.flatMap(({ y }) => spans.map(y))) * 1.05;
  const marks = read.flatMap(({ style: { color, dash }, y }): Markish[] => [
    ...(lines.length === 1 ? [areaY(spans, { x: 'at_s', y, fill: color, fillOpacity: 0.15 })] : []),
    lineY(spans, { x: 'at_s', y, stroke: color, strokeDasharray: dash, strokeWidth: 1.5 }),
  ]);
  const label = `${title}, ${unit}`;
  return {
    title: label,
    size: 'small',
    plot: () =>
      upright({
        height: 150,
        top: 20,
        bottom: 26,
        left: 44,
        y: { low: 0, high: highest, log: false, label },
        x: { domain: [0, spans.at(-1)?.at_s ?? 1] },
        marks: [bottomAxis(5, null, { text: (s: number) => `${s} s` }), ...marks],
        ends: read.map(({ name, style, y, last }): EndLabel => ({ x: last.at_s, y: y(last), name, style })),
      }),
  };
}

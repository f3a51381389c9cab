import { areaY, lineY } from '@observablehq/plot';
import { type Chart, type Panel, styleOf, type Value } from '../chart.ts';
import type { TimelineEntry } from '../folder.ts';
import { drawn } from '../numbers.ts';
import { bottomAxis, upright } from './axes.ts';
import { endLabels, roomFor } from './labels.ts';

/** Between one sample and the one before it. */
interface Span {
  at_s: number;
  appCpu: number | null;
  mongodCpu: number | null;
  generatorCpu: number | null;
  appRss_MB: number | null;
  heap_MB: number | null;
  mongodRss_MB: number | null;
  loopP99_ms: number | null;
  loopMax_ms: number | null;
  deliveries_per_s: number | null;
}

const columns = [
  { key: 'at_s', label: 's' },
  { key: 'appCpu', label: 'app CPU, % of a core' },
  { key: 'mongodCpu', label: 'mongod CPU, %' },
  { key: 'generatorCpu', label: 'generator CPU, %' },
  { key: 'appRss_MB', label: 'app RSS, MB' },
  { key: 'heap_MB', label: 'app heap, MB' },
  { key: 'mongodRss_MB', label: 'mongod RSS, MB' },
  { key: 'loopP99_ms', label: 'event loop p99, ms' },
  { key: 'loopMax_ms', label: 'event loop max, ms' },
  { key: 'deliveries_per_s', label: 'deliveries/s' },
] as const satisfies readonly { key: keyof Span; label: string }[];

/** The lines' dashes as text: where they meet, a label must say which is its own. */
const strokes = ['—', '--', '··'] as const;

/** Samples past this many are joined, so that an hour's round is no larger than a minute's. */
const mostSpans = 120;

interface Line {
  of: Exclude<keyof Span, 'at_s'>;
  name: string;
}

const pictures: { title: string; unit: string; lines: Line[] }[] = [
  {
    title: 'CPU',
    unit: '% of a core',
    lines: [
      { of: 'appCpu', name: 'app' },
      { of: 'mongodCpu', name: 'mongod' },
      { of: 'generatorCpu', name: 'generator' },
    ],
  },
  {
    title: 'Memory',
    unit: 'MB',
    lines: [
      { of: 'appRss_MB', name: 'app RSS' },
      { of: 'heap_MB', name: 'app heap' },
      { of: 'mongodRss_MB', name: 'mongod RSS' },
    ],
  },
  {
    title: 'Event-loop delay',
    unit: 'ms',
    lines: [
      { of: 'loopP99_ms', name: 'p99' },
      { of: 'loopMax_ms', name: 'max' },
    ],
  },
  { title: 'Deliveries', unit: '/s', lines: [{ of: 'deliveries_per_s', name: 'seen' }] },
];

/** What went on during one round: CPU, memory, event-loop delay, and deliveries where they were counted. */
export function timelineChart(id: string, title: string, entries: readonly TimelineEntry[]): Chart {
  const spans = spansOf(entries);
  const read = columns.filter(({ key }) => spans.some((span) => span[key] !== null));
  const has = (of: keyof Span) => read.some(({ key }) => key === of);
  const panels = pictures.flatMap(({ lines, ...picture }): Panel[] => {
    const shown = lines.filter(({ of }) => has(of));
    return shown.length > 0 ? [panelOf({ ...picture, lines: shown }, spans)] : [];
  });
  return {
    id,
    title,
    description: `Over the ${Math.round(spans.at(-1)?.at_s ?? 0)} s of the round, from its first write on.`,
    columns: read.map(({ key, label }) => ({ key, label })),
    rows: spans.map((span) => read.map(({ key }): Value => span[key])),
    panels,
    notes: [],
  };
}

function spansOf(entries: readonly TimelineEntry[]): Span[] {
  const step = Math.ceil((entries.length - 1) / mostSpans);
  const spans: Span[] = [];
  for (let index = step; index < entries.length; index += step) {
    const [from, to] = [entries[index - step], entries[index]] as [TimelineEntry, TimelineEntry];
    const between = entries.slice(index - step + 1, index + 1);
    const elapsed_ms = to.at_ms - from.at_ms;
    if (elapsed_ms <= 0) continue;
    const cpu = (of: 'app' | 'mongod' | 'generator') => {
      const [before, after] = [from[of], to[of]];
      return before && after ? drawn((100 * (after.cpu_ms - before.cpu_ms)) / elapsed_ms) : null;
    };
    const loops = between.flatMap(({ inside }) => (inside ? [inside.eventLoop] : []));
    const most = (of: 'p99_ms' | 'max_ms') =>
      loops.length > 0 ? drawn(Math.max(...loops.map((loop) => loop[of]))) : null;
    const came = to.delivered != null && from.delivered != null ? to.delivered - from.delivered : null;
    const megabytes = (bytes: number | undefined) => (bytes === undefined ? null : drawn(bytes / 1e6));
    spans.push({
      at_s: drawn(to.at_ms / 1000),
      appCpu: cpu('app'),
      mongodCpu: cpu('mongod'),
      generatorCpu: cpu('generator'),
      appRss_MB: megabytes(to.app?.rss_bytes),
      heap_MB: megabytes(to.inside ? to.inside.heapUsed_bytes + to.inside.external_bytes : undefined),
      mongodRss_MB: megabytes(to.mongod?.rss_bytes),
      loopP99_ms: most('p99_ms'),
      loopMax_ms: most('max_ms'),
      deliveries_per_s: came === null ? null : drawn((1000 * came) / elapsed_ms),
    });
  }
  return spans;
}

function panelOf({ title, unit, lines }: (typeof pictures)[number], spans: readonly Span[]): Panel {
  const values = lines.flatMap(({ of }) => spans.flatMap((span) => span[of] ?? []));
  const highest = Math.max(1, ...values) * 1.05;
  return {
    title: `${title}, ${unit}`,
    size: 'small',
    plot() {
      const height = 150;
      const [top, bottom] = [20, 26];
      const { y, marks, pixelsOf } = upright(
        { low: 0, high: highest, log: false },
        height - top - bottom,
        `${title}, ${unit}`,
      );
      marks.push(bottomAxis(5, null, { text: (s: number) => `${s} s` }));
      const ends = lines.flatMap(({ of, name }, index) => {
        const style = styleOf(index);
        if (lines.length === 1)
          marks.push(areaY(spans, { x: 'at_s', y: of, fill: style.color, fillOpacity: 0.15 }));
        marks.push(
          lineY(spans, {
            x: 'at_s',
            y: of,
            stroke: style.color,
            strokeDasharray: style.dash,
            strokeWidth: 1.5,
          }),
        );
        const last = spans.findLast((span) => span[of] !== null);
        return last
          ? [{ x: last.at_s, y: last[of] as number, name: `${strokes[index]} ${name}`, style }]
          : [];
      });
      marks.push(...endLabels(ends, pixelsOf));
      return {
        height,
        marginTop: top,
        marginBottom: bottom,
        marginLeft: 44,
        marginRight: roomFor(lines.map(({ name }) => `${strokes[0]} ${name}`)),
        x: { domain: [0, spans.at(-1)?.at_s ?? 1] },
        y,
        marks,
      };
    },
  };
}

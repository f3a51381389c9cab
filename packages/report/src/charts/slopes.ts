import type { Slope } from '@meteor-vs-mean/stats';
import { dot, lineY } from '@observablehq/plot';
import { type Chart, type Panel, type Style, styleOf, type Value } from '../chart.ts';
import { drawn, fixed } from '../numbers.ts';
import type { MemoryRound, MemoryStep, MemorySummary } from '../results.ts';
import { bottomAxis, upright } from './axes.ts';
import { endLabels, roomFor } from './labels.ts';
import { glyphs } from './rounds.ts';

/** What was read at each step of clients. */
interface Reading {
  key: string;
  label: string;
  title: string;
  unit: string;
  of(step: MemoryStep): number | null;
  slopeOf(memory: MemorySummary): Slope | null;
  /** From the unit of the fit to the one that is drawn. */
  scale: number;
  /** Of the slope, in words. */
  cost(slope: number): string;
}

export const readings: readonly Reading[] = [
  {
    key: 'heap_MB',
    label: 'live heap',
    title: 'Live heap against clients',
    unit: 'MB',
    of: (step) => step.heap_bytes,
    slopeOf: (memory) => memory.heap,
    scale: 1e-6,
    cost: (slope) => `${fixed(slope / 1e3)} KB a client`,
  },
  {
    key: 'rss_MB',
    label: 'RSS',
    title: 'RSS against clients',
    unit: 'MB',
    of: (step) => step.rss_bytes,
    slopeOf: (memory) => memory.rss,
    scale: 1e-6,
    cost: (slope) => `${fixed(slope / 1e3)} KB a client`,
  },
  {
    key: 'idleCpu_ms_per_s',
    label: 'CPU while nothing is written',
    title: 'CPU against clients, while nothing is written',
    unit: 'ms/s',
    of: (step) => step.idleCpu_ms_per_s,
    slopeOf: (memory) => memory.idleCpu,
    scale: 1,
    cost: (slope) => `${fixed(1e3 * slope)} µs/s a client`,
  },
];

export interface MemoryOf {
  key: string;
  name: string;
  memory: readonly MemorySummary[];
}

interface Point {
  index: number;
  name: string;
  documents: number;
  round: number;
  clients: number;
  value: number;
  fitted: number | null;
}

/**
 * One reading against the number of clients: the points of every start, and each contestant's fitted line, a panel for
 * each number of documents held.
 * @returns null if it wasn't read
 */
export function slopesChart(
  id: string,
  reading: Reading,
  contestants: readonly MemoryOf[],
  rounds: readonly MemoryRound[],
): Chart | null {
  const points = contestants.flatMap((one, index) => pointsOf(reading, one, index, rounds));
  if (points.length === 0) return null;
  const { title } = reading;
  const said = contestants.flatMap(({ name, memory }) =>
    memory.flatMap((one) => {
      const slope = reading.slopeOf(one);
      return slope ? [`${name} with ${one.documents} documents held: ${reading.cost(slope.slope)}`] : [];
    }),
  );
  return {
    id,
    title,
    description: `Marks are the points of every start of the app, lines are fitted to them. ${said.join('; ')}.`,
    columns: [
      { key: 'contestant', label: 'contestant' },
      { key: 'documents', label: 'documents held' },
      { key: 'round', label: 'start (round)' },
      { key: 'clients', label: 'clients' },
      { key: reading.key, label: `${reading.label}, ${reading.unit}` },
      { key: 'fitted', label: `fitted line, ${reading.unit}` },
    ],
    rows: points.map(({ name, documents, round, clients, value, fitted }): Value[] => [
      name,
      documents,
      round,
      clients,
      value,
      fitted,
    ]),
    panels: panelsOf(title, reading, points),
    notes: ['Lines have the mean of the starts’ intercepts; every start’s points are drawn.'],
  };
}

function pointsOf(reading: Reading, one: MemoryOf, index: number, rounds: readonly MemoryRound[]): Point[] {
  const mine = rounds.filter(({ key, verdict }) => key === one.key && verdict === 'valid');
  return mine.flatMap(({ documents, round, steps }) => {
    const memory = one.memory.find((held) => held.documents === documents);
    const slope = memory ? reading.slopeOf(memory) : null;
    return steps.flatMap((step): Point[] => {
      const value = reading.of(step);
      if (value === null) return [];
      return [
        {
          index,
          name: one.name,
          documents,
          round,
          clients: step.clients,
          value: drawn(value * reading.scale),
          fitted: slope && drawn((slope.intercept + slope.slope * step.clients) * reading.scale),
        },
      ];
    });
  });
}

/** More contestants than these lie on each other. */
const mostTogether = 3;

/** A panel for each number of documents; or, with many contestants, one for each of them. */
function panelsOf(title: string, { unit }: Reading, points: readonly Point[]): Panel[] {
  const highest = Math.max(0, ...points.map(({ value }) => value));
  const panel = (label: string, lines: readonly Line[]) => panelOf(title, label, unit, lines, highest);
  const held = [...new Set(points.map(({ documents }) => documents))].sort((a, b) => a - b);
  const contestants = [...new Map(points.map(({ index, name }) => [index, name]))];
  const of = (index: number, documents: number) =>
    points.filter((point) => point.index === index && point.documents === documents);
  if (contestants.length > mostTogether) {
    return contestants.map(([index, name]) =>
      panel(
        name,
        held.map((documents, at) => ({
          name: `${documents} held`,
          style: styleOf(at),
          points: of(index, documents),
        })),
      ),
    );
  }
  return held.map((documents) =>
    panel(
      `${documents} documents held`,
      contestants.map(([index, name]) => ({ name, style: styleOf(index), points: of(index, documents) })),
    ),
  );
}

interface Line {
  name: string;
  style: Style;
  points: Point[];
}

function panelOf(title: string, label: string, unit: string, lines: readonly Line[], highest: number): Panel {
  return {
    title: `${title}, ${label}`,
    label,
    size: 'small',
    plot() {
      const height = 260;
      const [top, bottom] = [24, 40];
      const most = highest * 1.05;
      const { y, marks, pixelsOf } = upright({ low: 0, high: most, log: false }, height - top - bottom, unit);
      marks.push(bottomAxis(5, 'clients', { labelAnchor: 'center' }));
      const ends = lines.flatMap(({ name, style, points }) => {
        const line = [...new Map(points.map((point) => [point.clients, point])).values()].sort(
          (a, b) => a.clients - b.clients,
        );
        marks.push(
          lineY(line, {
            x: 'clients',
            y: 'fitted',
            stroke: style.color,
            strokeWidth: 1.75,
            strokeDasharray: style.dash,
          }),
          dot(points, {
            x: 'clients',
            y: 'value',
            symbol: style.symbol,
            stroke: style.color,
            r: 3.5,
            title: tip(unit),
          }),
        );
        const last = line.at(-1);
        return last
          ? [
              {
                x: last.clients,
                y: last.fitted ?? last.value,
                name: `${glyphs[style.symbol]} ${name}`,
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
        marginRight: roomFor(lines.map(({ name }) => `● ${name}`)),
        x: { domain: [0, Math.max(...lines.flatMap(({ points }) => points.map(({ clients }) => clients)))] },
        y,
        marks,
      };
    },
  };
}

const tip =
  (unit: string) =>
  ({ clients, value }: Point) =>
    `${clients} clients: ${value} ${unit}`;

import type { GridFolder, GridSummary } from '@meteor-vs-mean/measure/results';
import {
  bottomAxis,
  type Chart,
  milliseconds,
  styleOf,
  type Value,
  wide,
} from '@meteor-vs-mean/report/drawing';
import { way } from '@meteor-vs-mean/trace/marks';
import { axisY, barX, dot, gridX, type Markish, text, tickX } from '@observablehq/plot';

/** One stack's way of one kind of write. */
interface Lane {
  title: string;
  steps: Step[];
  whole_ms: number;
  moments: { letter: string; words: string; at_ms: number }[];
}

interface Step {
  words: string;
  length_ms: number;
}

interface Bar extends Step {
  lane: string;
  /** The same for the same step of any stack. */
  number: number;
  isDark: boolean;
  start_ms: number;
  end_ms: number;
}

interface Moment {
  lane: string;
  stack: string;
  letter: string;
  words: string;
  at_ms: number;
}

/** In the lane below each stack's steps: when, from the act on. */
const moments = [
  { table: 'act-ownRow', letter: 'a', words: 'own row' },
  { table: 'act-acknowledged', letter: 'b', words: 'MongoDB acknowledges' },
  { table: 'act-answer', letter: 'c', words: 'result leaves the app' },
  { table: 'act-confirmed', letter: 'd', words: 'own row confirmed' },
];

/** Of a run of trace, charts by the keys of its loads: the steps to scale, a lane a stack. */
export function wayCharts({ summary }: Pick<GridFolder, 'summary'>): Chart[] {
  return summary.loads.map(({ key, title }) =>
    wayChart(key, `${title}, step by step`, lanesOf(summary, key)),
  );
}

function lanesOf({ tables, targets }: GridSummary, load: string): Lane[] {
  return targets.flatMap(({ key: target, title }): Lane[] => {
    const middleOf = (table: string) =>
      tables
        .find(({ key }) => key === table)
        ?.cells.find(({ row, column }) => row === load && column === target)?.middle ?? undefined;
    const whole_ms = middleOf('whole');
    if (whole_ms === undefined) return [];
    return [
      {
        title,
        whole_ms,
        steps: way.flatMap(({ key }) => {
          const length_ms = middleOf(key);
          const words = tables.find((table) => table.key === key)?.title ?? key;
          return length_ms === undefined ? [] : [{ words, length_ms }];
        }),
        moments: moments.flatMap(({ table, letter, words }) => {
          const at_ms = middleOf(table);
          return at_ms === undefined ? [] : [{ letter, words, at_ms }];
        }),
      },
    ];
  });
}

/** The way of one kind of write: each stack's steps end to end, and below them what happens meanwhile. */
function wayChart(id: string, title: string, lanes: readonly Lane[]): Chart {
  const steps = [...new Set(lanes.flatMap(({ steps }) => steps.map(({ words }) => words)))];
  const numberOf = ({ words }: Step) => steps.indexOf(words) + 1;
  const bars = lanes.flatMap((lane) => barsOf(lane, numberOf));
  const meanwhile = lanes.flatMap(momentsOf);
  const wholes = lanes.map((lane) => ({ lane: lane.title, at_ms: lane.whole_ms }));
  const said = lanes.map(
    (lane) =>
      `${lane.title}: ${lane.steps
        .map((step) => `${numberOf(step)} ${milliseconds(step.length_ms)} (${step.words})`)
        .join(', ')}; the whole ${milliseconds(lane.whole_ms)}`,
  );
  return {
    id,
    title,
    description: `A lane a stack: its steps end to end, as long as their means. ${said.join('. ')}.`,
    columns: [
      { key: 'stack', label: 'stack' },
      { key: 'what', label: 'step or moment' },
      { key: 'from_ms', label: 'from, ms' },
      { key: 'to_ms', label: 'to, ms' },
      { key: 'length_ms', label: 'mean, ms' },
    ],
    rows: [
      ...bars.map(({ lane, number, words, start_ms, end_ms, length_ms }): Value[] => [
        lane,
        `${number}. ${words}`,
        start_ms,
        end_ms,
        rounded(length_ms),
      ]),
      ...wholes.map(({ lane, at_ms }): Value[] => [lane, 'the whole', 0, rounded(at_ms), rounded(at_ms)]),
      ...meanwhile.map(({ stack, letter, words, at_ms }): Value[] => [
        stack,
        `${letter}. ${words}`,
        null,
        rounded(at_ms),
        rounded(at_ms),
      ]),
    ],
    panels: wide(title, (width) => {
      const phone = width < 500;
      const bands = lanes.flatMap((lane) => [lane.title, below(lane)]);
      const ends = [...bars.map(({ end_ms }) => end_ms), ...wholes.map(({ at_ms }) => at_ms)];
      const most = Math.max(...ends, ...meanwhile.map(({ at_ms }) => at_ms)) * 1.03;
      const ticks = phone ? 5 : 10;
      const marks: Markish[] = [
        gridX({ strokeOpacity: 0.12, ticks }),
        bottomAxis(ticks, 'ms from the key or the click'),
        axisY({ label: null, tickSize: 0, fontSize: phone ? 10 : 12 }),
        ...lanes.map((lane, n) => barsMark(bars, lane.title, n)),
        text(bars, {
          x: (bar: Bar) => (bar.start_ms + bar.end_ms) / 2,
          y: 'lane',
          text: ({ number }: Bar) => String(number),
          fill: 'currentColor',
          fontWeight: 600,
          fontSize: phone ? 10 : 12,
        }),
        tickX(wholes, { x: 'at_ms', y: 'lane', stroke: 'currentColor', strokeWidth: 2.5 }),
        dot(meanwhile, { x: 'at_ms', y: 'lane', fill: 'currentColor', r: 3 }),
        text(meanwhile, { x: 'at_ms', y: 'lane', text: 'letter', dy: -10, fill: 'currentColor' }),
      ];
      return {
        height: 56 + 42 * bands.length,
        marginLeft: phone ? 52 : 76,
        marginRight: 16,
        marginBottom: 40,
        x: { domain: [0, most] },
        y: { type: 'band', domain: bands, padding: 0.18 },
        marks,
      };
    }),
    notes: [
      `${steps.map((words, n) => `${n + 1}: ${words}`).join('; ')}.`,
      'Each is the middle of the rounds, of the mean of their writes. The strong line is the whole, which need not be quite the sum of the steps.',
      `Below each lane, from the act on: ${moments.map(({ letter, words }) => `${letter}: ${words}`).join('; ')}.`,
    ],
  };
}

/** One after the other lighter and darker, with a border, so that steps are told apart without colour. */
function barsMark(bars: readonly Bar[], lane: string, index: number): Markish {
  const { color } = styleOf(index);
  return barX(
    bars.filter((bar) => bar.lane === lane),
    {
      x1: 'start_ms',
      x2: 'end_ms',
      y: 'lane',
      fill: color,
      stroke: color,
      fillOpacity: ({ isDark }: Bar) => (isDark ? 0.45 : 0.2),
      title: ({ words, length_ms }: Bar) => `${words}: ${milliseconds(length_ms)}`,
    },
  );
}

function barsOf(lane: Lane, numberOf: (step: Step) => number): Bar[] {
  let end_ms = 0;
  return lane.steps.map((step, n) => {
    const start_ms = end_ms;
    end_ms = rounded(end_ms + Math.max(0, step.length_ms));
    return { ...step, lane: lane.title, number: numberOf(step), isDark: n % 2 === 1, start_ms, end_ms };
  });
}

function momentsOf(lane: Lane): Moment[] {
  return lane.moments.map((moment) => ({ ...moment, lane: below(lane), stack: lane.title }));
}

/** A band of its own that bears no name: told from the other stacks' by blanks. */
function below({ title }: Lane): string {
  return ' '.repeat(1 + title.length);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

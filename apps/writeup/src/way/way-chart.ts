import { type Chart, milliseconds, plain, styleOf, type Value } from '@meteor-vs-mean/report/drawing';
import { axisX, axisY, barX, dot, gridX, type Markish, text, tickX } from '@observablehq/plot';
import { type Lane, type Step, stepWords, titles } from './trace.ts';

interface Bar {
  lane: string;
  /** The same for the same step of any stack. */
  number: number;
  isDark: boolean;
  words: string;
  start_ms: number;
  end_ms: number;
  length_ms: number;
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
  { mark: 'ownRow', letter: 'a', words: 'own row' },
  { mark: 'acknowledged', letter: 'b', words: 'MongoDB acknowledges' },
  { mark: 'answer', letter: 'c', words: 'result leaves the app' },
  { mark: 'confirmed', letter: 'd', words: 'own row confirmed' },
] as const;

/** The way of one kind of write: each stack's steps end to end, and below them what happens meanwhile. */
export function wayChart(id: string, title: string, lanes: readonly Lane[]): Chart {
  const steps = [...new Set(lanes.flatMap((lane) => lane.steps.map(wordsOf)))];
  const numberOf = (step: Step) => steps.indexOf(wordsOf(step)) + 1;
  const bars = lanes.flatMap((lane) => barsOf(lane, numberOf));
  const meanwhile = lanes.flatMap(momentsOf);
  const wholes = lanes.map((lane) => ({ lane: titleOf(lane), at_ms: lane.traced.p50_ms }));
  const said = lanes.map(
    (lane) =>
      `${titleOf(lane)}: ${lane.steps
        .map((step) => `${numberOf(step)} ${milliseconds(step.p50_ms)} (${wordsOf(step)})`)
        .join(', ')}; the whole ${milliseconds(lane.traced.p50_ms)}`,
  );
  return {
    id,
    title,
    description: `A lane a stack: its steps end to end, as long as their medians. ${said.join('. ')}.`,
    columns: [
      { key: 'stack', label: 'stack' },
      { key: 'what', label: 'step or moment' },
      { key: 'from_ms', label: 'from, ms' },
      { key: 'to_ms', label: 'to, ms' },
      { key: 'p50_ms', label: 'median, ms' },
    ],
    rows: [
      ...bars.map(({ lane, number, words, start_ms, end_ms, length_ms }): Value[] => [
        ...[lane, `${number}. ${words}`, start_ms, end_ms],
        length_ms,
      ]),
      ...wholes.map(({ lane, at_ms }): Value[] => [lane, 'the whole', 0, at_ms, at_ms]),
      ...meanwhile.map(({ stack, letter, words, at_ms }): Value[] => [
        ...[stack, `${letter}. ${words}`, null, at_ms],
        at_ms,
      ]),
    ],
    panels: [
      {
        title,
        size: 'wide',
        plot(width) {
          const phone = width < 500;
          const bands = lanes.flatMap((lane) => [titleOf(lane), below(lane)]);
          const ends = [...bars.map(({ end_ms }) => end_ms), ...wholes.map(({ at_ms }) => at_ms)];
          const most = Math.max(...ends, ...meanwhile.map(({ at_ms }) => at_ms)) * 1.03;
          const ticks = phone ? 5 : 10;
          const marks: Markish[] = [
            gridX({ strokeOpacity: 0.12, ticks }),
            axisX({
              ticks,
              label: 'ms from the key or the click',
              labelAnchor: 'center',
              labelArrow: 'none',
              text: plain,
            }),
            axisY({ label: null, tickSize: 0, fontSize: phone ? 10 : 12 }),
            ...lanes.map((lane, n) => barsMark(bars, titleOf(lane), n)),
            text(bars, {
              ...{ x: (bar: Bar) => (bar.start_ms + bar.end_ms) / 2, y: 'lane' },
              text: ({ number }: Bar) => String(number),
              ...{ fill: 'currentColor', fontWeight: 600, fontSize: phone ? 10 : 12 },
            }),
            tickX(wholes, { x: 'at_ms', y: 'lane', stroke: 'currentColor', strokeWidth: 2.5 }),
            dot(meanwhile, { x: 'at_ms', y: 'lane', fill: 'currentColor', r: 3 }),
            text(meanwhile, { x: 'at_ms', y: 'lane', text: 'letter', dy: -10, fill: 'currentColor' }),
          ];
          return {
            height: 56 + 42 * bands.length,
            ...{ marginLeft: phone ? 52 : 76, marginRight: 16, marginBottom: 40 },
            x: { domain: [0, most] },
            y: { type: 'band', domain: bands, padding: 0.18 },
            marks,
          };
        },
      },
    ],
    notes: [
      ...[`${steps.map((words, n) => `${n + 1}: ${words}`).join('; ')}.`],
      'The strong line is the median of the whole, which need not be the sum of the steps.',
      `Below each lane, medians from the act on: ${moments.map(({ letter, words }) => `${letter}: ${words}`).join('; ')}.`,
    ],
  };
}

/** One after the other lighter and darker, with a border, so that steps are told apart without colour. */
function barsMark(bars: readonly Bar[], lane: string, index: number): Markish {
  const { color } = styleOf(index);
  return barX(
    bars.filter((bar) => bar.lane === lane),
    {
      ...{ x1: 'start_ms', x2: 'end_ms', y: 'lane', fill: color, stroke: color },
      fillOpacity: ({ isDark }: Bar) => (isDark ? 0.45 : 0.2),
      title: ({ words, length_ms }: Bar) => `${words}: ${milliseconds(length_ms)}`,
    },
  );
}

function barsOf(lane: Lane, numberOf: (step: Step) => number): Bar[] {
  let end_ms = 0;
  return lane.steps.map((step, n) => {
    const start_ms = end_ms;
    end_ms = rounded(end_ms + Math.max(0, step.p50_ms));
    return {
      ...{ lane: titleOf(lane), number: numberOf(step), words: wordsOf(step), isDark: n % 2 === 1 },
      ...{ start_ms, end_ms, length_ms: step.p50_ms },
    };
  });
}

function wordsOf({ name }: Step): string {
  return stepWords[name] ?? name;
}

function momentsOf(lane: Lane): Moment[] {
  return moments.flatMap(({ mark, letter, words }) => {
    const spread = lane.marks[mark];
    return spread ? [{ lane: below(lane), stack: titleOf(lane), letter, words, at_ms: spread.p50_ms }] : [];
  });
}

function titleOf({ stack }: Lane): string {
  return titles[stack] ?? stack;
}

/** A band of its own that bears no name: told from the other stacks' by blanks. */
function below(lane: Lane): string {
  return ' '.repeat(1 + titleOf(lane).length);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

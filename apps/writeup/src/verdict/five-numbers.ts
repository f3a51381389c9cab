import {
  type AppResult,
  type CompareSummary,
  costOf,
  costsOfClient,
  figureNamed,
  figureOf,
} from '@meteor-vs-mean/measure/results';
import { type Chart, dataOf, hueOf, show, wide } from '@meteor-vs-mean/report/drawing';
import { barX, text } from '@observablehq/plot';

const documents = 100;

/** What the verdict rests on: figures, of subscribers that share one list or have private ones. */
const numbers = [
  { figure: 'p50_ms', audience: '', what: 'Half of the subscribers have a change within' },
  { figure: 'p99_ms', audience: '', what: '99 of 100 deliveries within' },
  { figure: 'appCpu_ms_per_write', audience: '', what: 'CPU per write, one shared list' },
  { figure: 'appCpu_ms_per_write', audience: ' own', what: 'CPU per write, private lists' },
  { figure: null, audience: ' own', what: `Server memory per client with ${documents} private documents` },
];

const stacks = [
  { key: 'meteor', title: 'Meteor' },
  { key: 'mean', title: 'MEAN' },
];

interface Bar {
  what: string;
  stack: string;
  color: string;
  shown: string;
  /** Of the longer bar of its number. */
  share: number;
}

/** A pair of bars for each of the five numbers, each pair with a scale of its own. None unless the run has all five. */
export function fiveNumbersChart({ results }: Pick<CompareSummary, 'results'>): Chart[] {
  const bars = numbers.flatMap(({ figure, audience, what }): Bar[] => {
    const values = stacks.flatMap(({ key, title }) => {
      const found = results
        .filter((one) => one.key === `${key}${audience}`)
        .flatMap((one) => (figure === null ? heapOf(one) : numberOf(one, figure)));
      return found.slice(0, 1).map((one) => ({ ...one, stack: title, color: hueOf(key) }));
    });
    const most = Math.max(...values.map(({ value }) => value));
    return values.map(({ value, ...rest }) => ({ ...rest, what, share: value / most }));
  });
  if (bars.length < numbers.length * stacks.length) return [];
  const title = 'Five numbers: shorter is cheaper, or sooner';
  return [
    {
      id: 'five-numbers',
      title,
      description: `Two bars for each number, Meteor above MEAN. ${bars.map(({ what, stack, shown }) => `${what}, ${stack}: ${shown}`).join('; ')}.`,
      ...dataOf(bars, [
        ['what', 'what', ({ what }) => what],
        ['stack', 'stack', ({ stack }) => stack],
        ['value', 'value', ({ shown }) => shown],
      ]),
      panels: wide(title, () => ({
        height: 62 * numbers.length + 10,
        marginLeft: 62,
        marginRight: 10,
        marginTop: 18,
        marginBottom: 0,
        x: { domain: [0, 1.2], axis: null },
        y: { domain: stacks.map(({ title }) => title), label: null, padding: 0.12 },
        fy: { domain: numbers.map(({ what }) => what), axis: null, padding: 0.4 },
        color: { type: 'identity' },
        marks: [
          barX(bars, { x: 'share', y: 'stack', fy: 'what', fill: (bar: Bar) => bar.color }),
          text(bars, { x: 'share', y: 'stack', fy: 'what', text: 'shown', textAnchor: 'start', dx: 5 }),
          text(numbers, {
            fy: 'what',
            text: 'what',
            frameAnchor: 'top-left',
            textAnchor: 'start',
            dy: -9,
            fontWeight: 600,
          }),
        ],
      })),
      notes: ['Each pair of bars has its own scale.'],
    },
  ];
}

function numberOf(one: AppResult, name: string) {
  const figure = figureNamed(name);
  const value = figure && figureOf(one, figure);
  return figure && value != null ? [{ value, shown: show(value, figure.shown) }] : [];
}

function heapOf(one: AppResult) {
  const figure = costsOfClient(documents).find(({ line }) => line === 'heap');
  const cost = figure && costOf(one, figure);
  return figure && cost ? [{ value: cost.line.slope, shown: show(cost.line.slope, figure.shown) }] : [];
}

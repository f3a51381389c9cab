import { cell, milliseconds, short, type Table } from '@meteor-vs-mean/report/drawing';
import type { Drawings } from '../kinds/json.ts';
import { besideWords, type Lane, type Spread, stepWords, type Trace, titles } from './trace.ts';
import { wayChart } from './way-chart.ts';

const writes = {
  add: 'A todo is added',
  tick: 'A todo is ticked',
} as const;

/**
 * Charts `add` and `tick`: the steps to scale, a lane a stack. Tables by the same names: each step's median and the
 * half of the writes around it; then the whole.
 * @throws one line if it is a toy's
 */
export function drawTrace({ toy, lanes }: Trace): Drawings {
  if (toy) throw new Error('trace.json is of a run with TOY=1: it only shows that the command works');
  const kinds = (['add', 'tick'] as const).map((write) => ({
    write,
    lanes: lanes.filter((lane) => lane.write === write),
  }));
  return {
    charts: kinds.map(({ write, lanes }) => wayChart(write, `${writes[write]}, step by step`, lanes)),
    tables: kinds.map(({ write, lanes }) => stepsTable(writes[write], lanes)),
  };
}

function stepsTable(caption: string, lanes: readonly Lane[]): Table {
  const names = (of: 'steps' | 'beside') => [
    ...new Set(lanes.flatMap((lane) => lane[of].map(({ name }) => name))),
  ];
  const row = (label: string, of: (lane: Lane) => Spread | undefined) => ({
    label,
    cells: lanes.map((lane) => {
      const spread = of(lane);
      return spread ? spreadCell(spread) : cell('-');
    }),
  });
  const step = (of: 'steps' | 'beside', name: string) => (lane: Lane) =>
    lane[of].find((one) => one.name === name);
  return {
    kind: 'table',
    caption,
    head: [
      cell('median, the half around it, and the mean'),
      ...lanes.map(({ stack }) => cell(titles[stack] ?? stack)),
    ],
    rows: [
      ...names('steps').map((name, n) => row(`${n + 1}. ${stepWords[name] ?? name}`, step('steps', name))),
      { label: 'sum of these medians', cells: lanes.map((lane) => cell(milliseconds(lane.sumOfSteps_ms))) },
      row('the whole, through the relays', ({ traced }) => traced),
      row('the whole, without relays', ({ plain }) => plain),
      ...names('beside').map((name) => row(`beside it: ${besideWords[name] ?? name}`, step('beside', name))),
    ],
    notes: [
      {
        text: `${lanes.map(({ stack, writes }) => `${titles[stack] ?? stack}: ${writes} writes`).join('; ')}. A step is taken of each write. Means of steps add up to the mean of the whole; medians don't, where a few writes take long.`,
      },
    ],
  };
}

function spreadCell({ p25_ms, p50_ms, p75_ms, mean_ms }: Spread) {
  return { text: milliseconds(p50_ms), sub: `${short(p25_ms)} to ${short(p75_ms)}; mean ${short(mean_ms)}` };
}

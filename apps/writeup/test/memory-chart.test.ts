import { AppTargets } from '@meteor-vs-mean/experiments/command';
import {
  neededOf,
  type ResultsFolder,
  type RunManifest,
  type SampleRound,
  summaryOf,
} from '@meteor-vs-mean/measure/results';
import { drawBlock, loadTable } from '@meteor-vs-mean/report/drawing';
import { expect, test } from 'vitest';
import { slowClientExperiment } from '../../../load-tests/experiments/src/slow-client/plan.ts';
import { memoryCharts } from '../src/breaks/memory-chart.ts';

type Measured = Pick<SampleRound, 'load' | 'contestant' | 'figures'> & { text?: unknown };

/** A run of one pair of the slow client, as its own plan has it. */
function folderOf(measured: Measured[]): ResultsFolder {
  const experiment = slowClientExperiment(targets);
  const { loads: planned, figures, tables } = experiment.plan('full');
  const contestants = experiment.targets.map(({ key, title }) => ({
    key,
    title,
    versions: {},
    notRun: null,
  }));
  const loads = planned.map(({ measure: _, ...load }) => load);
  const rounds = measured.map(
    ({ text: _, ...one }, index): SampleRound => ({
      ...one,
      kind: 'sample',
      round: index + 1,
      pair: 1,
      started: '',
      accounts: [],
      verdict: 'valid',
      reasons: [],
      remarks: [],
      surroundings: null,
    }),
  );
  const plan = {
    contestants,
    loads,
    figures,
    tables,
    claims: [],
    comparisons: [],
    capacities: [],
    curves: [],
  };
  const manifest = {
    kind: 'experiment',
    experiment: 'slow-client',
    seed: 1,
    plan: { ...plan, needed: neededOf(loads, 1, () => true) },
  } as unknown as RunManifest;
  const texts = new Map(
    measured.map(({ text }, index) => [index + 1, new Map([['points.json', JSON.stringify(text ?? [])]])]),
  );
  const summary = summaryOf(
    manifest,
    rounds.map((round) => ({ round })),
  );
  return { folder: 'x', manifest, rounds, summary, texts, latencies: new Map(), timelines: new Map() };
}

const targets = new AppTargets(false);
const kept = [-5, 5, 15].map((after_s) => ({ after_s, kept_bytes: 5e7 + after_s * 1e6 }));
const slow: Measured = {
  load: 'slow',
  contestant: 'mean',
  figures: { before_MB: 45, rise_MB: 20, saidAfter_s: 12, goneAfter_s: null },
  text: kept,
};
const breaks = folderOf([slow]);
const cellsOf = (label: string) =>
  loadTable(breaks.summary, 'slow')
    .rows.find((row) => row.label.startsWith(label))
    ?.cells.map(({ text }) => text);

test('what the app keeps is drawn over the seconds from the stopping of the client on', () => {
  const [chart] = memoryCharts(breaks);
  expect(chart?.rows.at(-1)).toEqual(['MEAN', 15, 65]);
  expect(drawBlock({ kind: 'chart', chart: chart as NonNullable<typeof chart> })).toContain('<svg');
});

test('the table has no row for connections that the system does not show', () => {
  expect(cellsOf('has no connection to it after')).toBeUndefined();
});

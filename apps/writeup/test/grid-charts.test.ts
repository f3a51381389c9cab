import { AppTargets } from '@meteor-vs-mean/experiments/command';
import {
  type GridFolder,
  type GridKind,
  type GridManifest,
  type GridRound,
  gridRecordOf,
  summariseGrid,
} from '@meteor-vs-mean/measure/results';
import type { GridExperiment } from '@meteor-vs-mean/measure/run';
import { drawBlock, loadTable } from '@meteor-vs-mean/report/drawing';
import { expect, test } from 'vitest';
import { breaksExperiment } from '../../../load-tests/experiments/src/slow-client/experiment.ts';
import { traceExperiment } from '../../../load-tests/trace/src/experiment.ts';
import { memoryCharts } from '../src/breaks/memory-chart.ts';
import { wayCharts } from '../src/way/way-chart.ts';

type Measured = Pick<GridRound, 'load' | 'target' | 'figures'> & { beyond?: string[]; text?: unknown };

const machine: GridManifest['machine'] = {
  cpu: '',
  cores: 2,
  memory_bytes: 1,
  kernel: '',
  os: '',
  pinning: '',
  cpuSets: null,
};

/** A run of one repeat, as the experiment's own plan has it. */
function folderOf<Stage>(
  kind: GridKind,
  experiment: GridExperiment<Stage>,
  measured: Measured[],
): GridFolder {
  const targets = experiment.targets.map(({ key, title }) => ({ key, title, versions: {}, notRun: null }));
  const plan = gridRecordOf({ ...experiment, targets }, { ...experiment.plan('full'), repeats: 1 });
  const rounds = measured.map(
    ({ text: _, ...one }, index): GridRound => ({
      ...one,
      round: index + 1,
      repeat: 1,
      again: false,
      started: '',
      accounts: [],
      verdict: 'valid',
      reasons: [],
      surroundings: null,
    }),
  );
  const started = '2026-01-01T00:00:00Z';
  const manifest = {
    kind,
    experiment: kind,
    id: 'x',
    size: 'full',
    seed: 1,
    started,
    machine,
    plan,
  } as GridManifest;
  const texts = new Map(
    measured.map(({ text }, index) => [index + 1, new Map([['points.json', JSON.stringify(text ?? [])]])]),
  );
  return { folder: 'x', manifest, rounds, summary: summariseGrid(manifest, rounds), texts };
}

const targets = new AppTargets(false);
const write = (load: string, target: string, more: Record<string, number> = {}): Measured => ({
  load,
  target,
  figures: {
    plain_ms: 20,
    whole_ms: 22,
    'act-call_ms': 4,
    'call-write_ms': 2,
    'write-learned_ms': 3,
    'learned-change_ms': 5,
    'act-ownRow_ms': 3,
    'act-acknowledged_ms': 8,
    ...more,
  },
});
const trace = (...measured: Measured[]) => folderOf('trace', traceExperiment(targets, undefined), measured);

test('the way is drawn a lane a stack, its steps end to end', () => {
  const [chart, ...others] = wayCharts(trace(write('add', 'meteor'), write('add', 'mean')));
  expect([chart, ...others].map((one) => one?.id)).toEqual(['add', 'tick']);
  const last = chart?.rows.findLast((row) => String(row[1]).startsWith('4.'));
  expect(last?.slice(0, 4)).toEqual([
    'MEAN',
    '4. the app, until the change leaves for the other browser',
    9,
    14,
  ]);
  expect(chart?.rows).toContainEqual(['MEAN', 'a. own row', null, 3, 3]);
  expect(drawBlock({ kind: 'chart', chart: chart as NonNullable<typeof chart> })).toContain('<svg');
});

test('a step has one number, though a stack lacks one before it', () => {
  const checks = write('add', 'mean', { 'call-check_ms': 1, 'check-write_ms': 1 });
  const { 'call-write_ms': _, ...figures } = checks.figures;
  const [chart] = wayCharts(trace(write('add', 'meteor'), { ...checks, figures }));
  const numbers = (stack: string) =>
    chart?.rows.filter(([of]) => of === stack).map(([, what]) => Number.parseInt(String(what), 10));
  expect(numbers('Meteor')?.slice(0, 4)).toEqual([1, 2, 3, 4]);
  expect(numbers('MEAN')?.slice(0, 5)).toEqual([1, 5, 6, 3, 4]);
});

test('a load’s table has its figures by stack, and no step that none of them takes', () => {
  const { summary } = trace(write('tick', 'meteor', { whole_ms: 44 }), write('tick', 'mean'));
  const { caption, rows } = loadTable(summary, 'tick');
  expect(caption).toBe('A todo is ticked');
  expect(
    rows.find(({ label }) => label.startsWith('the whole, through'))?.cells.map(({ text }) => text),
  ).toEqual(['44', '22', '2.00']);
  expect(rows.map(({ label }) => label)).not.toContain(
    'the app, until it asks MongoDB whether it may write, ms',
  );
});

const kept = [-5, 5, 15].map((after_s) => ({ after_s, kept_bytes: 5e7 + after_s * 1e6 }));
const slow: Measured = {
  load: 'slow',
  target: 'mean',
  figures: { before_MB: 45, rise_MB: 20, saidAfter_s: 12, goneAfter_s: null },
  text: kept,
};
const breaks = folderOf('breaks', breaksExperiment(targets), [slow]);
const cellsOf = (label: string) =>
  loadTable(breaks.summary, 'slow')
    .rows.find((row) => row.label.startsWith(label))
    ?.cells.map(({ text }) => text);

test('what the app keeps is drawn over the seconds from the stopping of the client on', () => {
  const [chart] = memoryCharts(breaks);
  expect(chart?.rows.at(-1)).toEqual(['MEAN', 15, 65]);
  expect(drawBlock({ kind: 'chart', chart: chart as NonNullable<typeof chart> })).toContain('<svg');
});

test('where the system shows no connections, none is said to be there', () => {
  expect(cellsOf('has no connection to it after')).toBeUndefined();
});

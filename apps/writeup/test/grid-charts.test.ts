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
import { breaksExperiment } from '../../../load-tests/experiments/src/slow-client/plan.ts';
import { memoryCharts } from '../src/breaks/memory-chart.ts';

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

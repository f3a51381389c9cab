import {
  isCompare,
  isToyRun,
  pooled,
  type ResultsFolder,
  readCompare,
  readRun,
} from '@meteor-vs-mean/measure/results';
import { appsOf, type Chart, count, loadTable, reportOf } from '@meteor-vs-mean/report/drawing';
import { fiveNumbersChart } from '../verdict/five-numbers.ts';
import { compareFigures } from './compare-figures.ts';
import type { Figures } from './contestant-figures.ts';
import { ownFigures } from './own-figures.ts';
import { type Recorded, recordedOf } from './recorded.ts';
import { drawingsOf, refuseToy } from './report.ts';

/**
 * A recorded run: the figures of compare, the experiment's own figures, and `date`, `command`, `size` and `cores`. Next to
 * the tables of its report there is one of each load with all own figures, by the load's title.
 * @param draw makes more charts of it
 * @throws one line as readRun does
 */
export async function openRun(
  folder: string,
  draw?: (results: ResultsFolder) => readonly Chart[],
): Promise<Recorded> {
  return recordedRun(await readRun(folder), draw);
}

/**
 * Several recorded runs of one command as one: figures, tables and charts of all their pairs together.
 * @throws one line as readRun does, or if their plans differ
 */
export async function openPooled(folders: readonly string[]): Promise<Recorded> {
  const recorded = recordedRun(pooled(await Promise.all(folders.map(readCompare))));
  // Each run has a report; they have none together.
  return { ...recorded, page: null };
}

function recordedRun(results: ResultsFolder, draw?: (results: ResultsFolder) => readonly Chart[]): Recorded {
  const { folder, manifest, summary, rounds } = results;
  refuseToy(folder, isToyRun(manifest));
  const { report, charts } = reportOf(results);
  const figures: Figures = new Map([
    ['date', manifest.started.slice(0, 10)],
    ['command', manifest.command],
    ['size', manifest.size],
    ['cores', count(manifest.machine.cores, 'core')],
  ]);
  ownFigures(figures, results);
  const apps = appsOf(summary);
  const unseen = isCompare(manifest) && apps ? compareFigures(figures, manifest, rounds, apps) : undefined;
  const own = apps ? fiveNumbersChart(apps) : [];
  const drawn = drawingsOf(report, [...(draw?.(results) ?? []), ...own, ...charts]);
  const ofLoads = summary.plan.tables.length > 0 ? summary.plan.loads : [];
  const tables = [...drawn.tables, ...ofLoads.map(({ key }) => loadTable(summary, key))];
  return recordedOf(figures, 'report.html', { ...drawn, tables, ...(unseen ? { unseen } : {}) });
}

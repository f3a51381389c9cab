import {
  type GridFolder,
  type GridSummary,
  type GridTable,
  isCounted,
} from '@meteor-vs-mean/measure/results';
import type { Chart } from './chart.ts';
import { claimsChart, gridRatiosChart } from './charts/ratio-charts.ts';
import type { Block, Note, Report } from './document.ts';
import { claimBlocks, claimsTable } from './grid/claims.ts';
import { tablesOf } from './grid/figure.ts';
import { gridTable } from './grid/figures-table.ts';
import { withFloors } from './grid/outcome.ts';
import { accountsTable, gridRoundsTable } from './grid/rounds-table.ts';
import { toldBy, versionTexts } from './grid-run.ts';
import { chartBlock, reportOf, section } from './run-report.ts';

/** What a results folder of a grid says, from its files alone. @returns with every chart that it draws */
export function gridReport({ manifest, rounds, summary: measured }: GridFolder): {
  report: Report;
  charts: Chart[];
} {
  const summary = withFloors(measured, manifest.plan);
  const claims = claimsChart(summary);
  const ratios = new Map(summary.tables.map((table) => [table, gridRatiosChart(table, summary)]));
  const pictures = (table: GridTable) => (ratios.get(table) ?? []).map(chartBlock);
  const { first, also } = tablesOf(summary);
  const { experiment, size, source, targets } = summary;
  const told = toldBy(summary);
  const ran = targets.filter(({ notRun }) => notRun === null);
  const report = reportOf({
    ...told,
    what: `${source === null ? 'an experiment of ours' : `published ${source.year}, run again`}: ${experiment}, ${size} size`,
    manifest,
    notes: [...told.notes, ...notRunNotes(summary)],
    versions: [...new Set(ran.flatMap(({ versions }) => versionTexts(versions)))],
    sections: [
      section(
        'claims',
        source === null ? 'Ratios that answer' : 'Published, and here',
        summary.claims.length === 0 ? [] : [claimsTable(summary), ...claims.map(chartBlock)],
      ),
      section('why', source === null ? 'Why' : 'Why they differ', claimBlocks(summary)),
      section(
        'figures',
        'Figures',
        first.flatMap((table) => [gridTable(table, summary), ...pictures(table)]),
      ),
      section(
        'also',
        'Also measured',
        also.flatMap((table) => [gridTable(table, summary), ...pictures(table).map(folded)]),
      ),
      section(
        'accounts',
        'What was owed, and what came',
        rounds.some(isCounted) ? [accountsTable(rounds, summary)] : [],
      ),
    ],
    who: 'target and load',
    noticed: [],
    rounds: { number: rounds.length, tables: [gridRoundsTable(rounds, summary)] },
    files: 'every round is a line of rounds.jsonl',
  });
  return { report, charts: [...claims, ...[...ratios.values()].flat()] };
}

const folded = (picture: Block): Block => ({
  kind: 'fold',
  summary: 'Its ratios as a picture',
  blocks: [picture],
});

/** Of what can't be run on this machine. */
function notRunNotes({ targets }: GridSummary): Note[] {
  return targets.flatMap(({ title, notRun }): Note[] =>
    notRun === null
      ? []
      : [{ text: `${title} was not run: ${notRun.replace(/\.?$/, '.')}`, tone: 'warning' }],
  );
}

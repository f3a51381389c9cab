import {
  type Experiment,
  isCounted,
  type ResultsFolder,
  type Summary,
  withSlopeIntervals,
} from '@meteor-vs-mean/measure/results';
import { accountBlocks } from './accounts.ts';
import { runAgain, versionsOf } from './again.ts';
import { capacitiesTables } from './capacities.ts';
import type { Chart } from './chart.ts';
import { allCharts, type Charts } from './charts/all.ts';
import { claimBlocks, claimsTable } from './claims.ts';
import { appsOf, byLoad } from './contestant.ts';
import { curvesTables } from './curves.ts';
import { type Block, type Report, type Section, text } from './document.ts';
import { shownTables } from './figure-floor.ts';
import { figureTable } from './figure-table.ts';
import { frame } from './frame.ts';
import { matrixOf } from './matrix.ts';
import { notesOf } from './notes.ts';
import { capital, count, duration, moment } from './numbers.ts';
import { roundsTables } from './rounds-table.ts';
import { loadBlocks, titleOfRun } from './table.ts';
import { titleWith, toySentence } from './toy.ts';
import { verdict } from './verdict.ts';
import { voidBlocks } from './void-rounds.ts';

/** What a results folder says, from its files alone. @returns with every chart that it draws */
export function reportOf(folder: ResultsFolder): { report: Report; charts: Chart[] } {
  const measured = appsOf(folder.summary);
  const summary = measured ? withSlopeIntervals(measured) : folder.summary;
  const results = { ...folder, summary };
  const { manifest, rounds } = results;
  const { started, finished, machine, size } = manifest;
  const charts = allCharts(results);
  const remarks = rounds.filter(isCounted).map((round) => ({ ...round, reasons: round.remarks ?? [] }));
  const sections = [
    ...figureSections(summary, charts),
    section('accounts', 'What was owed, and what came', accountBlocks(results)),
    section('void', 'Void and noisy rounds', voidBlocks(summary, remarks)),
    section('measured', 'What was measured, and on what', [{ kind: 'facts', facts: frame(summary) }]),
    section('again', 'Run it again', runAgain(manifest, versionsOf(manifest))),
    section('files', 'Every round, and the files', filesBlocks(results)),
  ];
  const report = {
    title: titleWith(titleOfRun(summary), size),
    subtitle:
      `${capital(whatOf(summary))}, ${moment(started)}, ${duration(started, finished)}, ` +
      `on ${count(machine.cores, 'core')} (${machine.cpu})`,
    verdict: size === 'toy' ? [toySentence] : verdict(summary, rounds),
    chief: matrixOf(summary),
    notes: notesOf(summary, manifest.ended),
    sections: sections.filter(({ blocks }) => blocks.length > 0),
  };
  return { report, charts: Object.values(charts).flat() };
}

export function section(id: string, title: string, blocks: Block[]): Section {
  return { id, title, blocks };
}

export const chartBlock = (chart: Chart): Block => ({ kind: 'chart', chart });

/** Claims, figures, capacities and curves with their charts, each where the run has some. */
function figureSections(summary: Summary, charts: Charts): Section[] {
  const apps = appsOf(summary);
  const { claims, plan } = summary;
  const { first, also } = shownTables(summary);
  const isOurs = plan.source === null;
  const ratiosOf = (key: string) => charts.ratios.filter(({ table }) => table === key).map(chartBlock);
  const loads = byLoad({ results: apps?.results ?? [] });
  const holding = loads.filter(([, those]) => those.every(({ memory }) => memory.length > 0));
  const delivering = loads.filter((one) => !holding.includes(one));
  const blocksOf = ([load]: (typeof loads)[number]) =>
    apps ? loadBlocks(load, apps, { accounts: false, ratios: true }) : [];
  return [
    section(
      'claims',
      isOurs ? 'Ratios that answer' : 'Published, and here',
      claims.length === 0 ? [] : [claimsTable(summary), ...charts.claims.map(chartBlock)],
    ),
    section('why', isOurs ? 'Why' : 'Why they differ', claimBlocks(summary)),
    section('figures', delivering.length > 0 ? 'Latency and CPU' : 'Figures', [
      ...first.flatMap((table) => [figureTable(table, summary), ...ratiosOf(table.key)]),
      ...delivering.flatMap((one) => [
        ...blocksOf(one),
        ...charts.percentiles.filter(({ load }) => load === one[0]).map(chartBlock),
      ]),
    ]),
    section(
      'also',
      'Also measured',
      also.flatMap((table) => [figureTable(table, summary), ...ratiosOf(table.key).map(folded)]),
    ),
    section('clients', 'What a client costs', [
      ...holding.flatMap(blocksOf),
      ...charts.slopes.map(chartBlock),
    ]),
    section('pairs', 'Pairs, and how far they spread', charts.pairs.map(chartBlock)),
    section('capacity', 'Capacity', [
      ...(apps ? capacitiesTables(apps) : []),
      ...charts.capacities.map(chartBlock),
    ]),
    section('curve', 'What a live query costs', [
      ...(apps ? curvesTables(apps) : []),
      ...charts.curves.map(chartBlock),
    ]),
  ];
}

const folded = (picture: Block): Block => ({
  kind: 'fold',
  summary: 'Its ratios as a picture',
  blocks: [picture],
});

const experiments: Record<Experiment, string> = {
  quick: 'quick comparison',
  full: 'full comparison',
  control: 'A/A control',
  capacity: 'search for the capacity',
  curve: 'curve of live queries',
  instances: 'several instances',
  ladder: 'ladder',
};

/** As a subtitle begins. */
function whatOf(summary: Summary): string {
  const apps = appsOf(summary);
  if (apps) return experiments[apps.experiment];
  const { experiment, size, plan } = summary;
  const origin = plan.source === null ? 'an experiment of ours' : `published ${plan.source.year}, run again`;
  return `${origin}: ${experiment}, ${size} size`;
}

function filesBlocks({ manifest, rounds, summary, texts }: ResultsFolder): Block[] {
  const fold: Block = {
    kind: 'fold',
    summary: `${count(rounds.length, 'round')}, with the figures of each`,
    blocks: roundsTables(rounds, summary),
  };
  const kept = texts.size > 0 ? ', and what else was kept of it is in rounds.pack.gz' : '';
  return [
    ...(rounds.length > 0 ? [fold] : []),
    text(
      `Drawn from the folder ${manifest.id} alone. All numbers are in charts.json and charts/*.csv next to ` +
        `this page; every round is a line of rounds.jsonl${kept}.`,
      'faint',
    ),
  ];
}

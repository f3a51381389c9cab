import {
  type Experiment,
  isCounted,
  type ResultsFolder,
  type Summary,
  withSlopeIntervals,
} from '@meteor-vs-mean/measure/results';
import { resolutionOf } from '@meteor-vs-mean/stats';
import type { Chart } from './chart.ts';
import { allCharts } from './charts/all.ts';
import { byScenario, mostColumns, nameOf } from './contestant.ts';
import { accountLines, contestantsTable } from './contestants-table.ts';
import { curvesTables } from './curves-table.ts';
import type { Block, Fact, Report } from './document.ts';
import { kneesTable, trialsTable } from './knees-table.ts';
import { count, percent } from './numbers.ts';
import { roundsTables } from './rounds-table.ts';
import { chartBlock, reportOf, section, versionsOf } from './run-report.ts';
import { tablesOf, toldBy } from './stack-run.ts';
import { verdict } from './verdict.ts';
import type { Reasoned } from './void-rounds.ts';

/** What a results folder says, from its files alone. @returns with every chart that it draws */
export function stackReport(folder: ResultsFolder): { report: Report; charts: Chart[] } {
  const results = { ...folder, summary: withSlopeIntervals(folder.summary) };
  const { summary, manifest, rounds } = results;
  const charts = allCharts(results);
  const scenarios = byScenario(summary);
  const delivering = scenarios.filter(([, those]) => those.some(({ memory }) => memory.length === 0));
  const holding = scenarios.filter((one) => !delivering.includes(one));
  const tables = ([scenario]: (typeof scenarios)[number]) =>
    tablesOf(scenario, summary, { accounts: false, ratios: true });
  const told = toldBy(summary, verdict(summary, rounds));
  const noticed = rounds.filter(isCounted).map(
    (round): Reasoned => ({
      round: round.round,
      who: nameOf(round.key, summary),
      reasons: round.remarks ?? [],
    }),
  );
  const report = reportOf({
    ...told,
    what: experiments[summary.experiment],
    manifest,
    facts: [...told.facts, percentilesFact()],
    versions: versionsOf(manifest),
    sections: [
      section(
        'figures',
        'Latency and CPU',
        delivering.flatMap((one) => [
          ...tables(one),
          ...charts.instances.map(chartBlock),
          ...charts.percentiles.filter(({ scenario }) => scenario === one[0]).map(chartBlock),
        ]),
      ),
      section('clients', 'What a client costs', [
        ...holding.flatMap(tables),
        ...charts.slopes.map(chartBlock),
      ]),
      section('pairs', 'Pairs, and how far they spread', [...charts.pairs, ...charts.rounds].map(chartBlock)),
      section('knee', 'Knee', kneeBlocks(summary, charts.knees)),
      section('curve', 'What a live query costs', [
        ...curvesTables(summary),
        ...charts.curves.map(chartBlock),
      ]),
      section('accounts', 'What was owed, and what came', accountBlocks(summary)),
      section('timelines', 'During each round', timelineBlocks(charts.timelines)),
    ],
    who: 'contestant',
    noticed,
    rounds: { number: rounds.length, tables: roundsTables(rounds) },
    files: 'schedules, histograms (HDR) and timelines are in rounds.pack.gz',
  });
  return { report, charts: Object.values(charts).flat() };
}

function percentilesFact(): Fact {
  const share = percent(resolutionOf(1000), 1);
  return {
    term: 'Percentiles',
    text: `nearest rank over all that was owed, from HDR histograms: within ${share} of what was measured, or a microsecond below 1 ms`,
  };
}

const experiments: Record<Experiment, string> = {
  quick: 'quick comparison',
  full: 'full comparison',
  control: 'A/A control',
  knee: 'search for the knee',
  curve: 'curve of live queries',
  instances: 'several instances',
  ladder: 'ladder',
};

function kneeBlocks(summary: Summary, charts: readonly Chart[]): Block[] {
  if (summary.knees.length === 0) return [];
  return [
    kneesTable(summary),
    ...charts.map(chartBlock),
    {
      kind: 'fold',
      summary: 'Every trial',
      blocks: summary.knees.map((knee) => trialsTable(knee, knee.contestant)),
    },
  ];
}

function accountBlocks(summary: Summary): Block[] {
  return byScenario(summary).flatMap(([scenario, contestants]): Block[] => {
    const delivering = contestants.filter(({ latency }) => latency !== null);
    if (delivering.length === 0) return [];
    const accounts = contestantsTable(scenario, delivering, accountLines(delivering), summary);
    if (delivering.length <= mostColumns) return [accounts];
    return [{ kind: 'fold', summary: `Accounts of ${scenario}`, blocks: [accounts] }];
  });
}

function timelineBlocks(charts: readonly Chart[]): Block[] {
  if (charts.length === 0) return [];
  return [
    {
      kind: 'fold',
      summary: `CPU, memory, event-loop delay and deliveries of ${count(charts.length, 'round')}`,
      blocks: charts.map(chartBlock),
      long: true,
    },
  ];
}

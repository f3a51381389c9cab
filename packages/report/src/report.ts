import { resolutionOf } from '@meteor-vs-mean/stats';
import type { Chart } from './chart.ts';
import { allCharts } from './charts/all.ts';
import { byScenario, mostColumns, titleOf } from './contestant.ts';
import { type Block, type Fact, type Report, type Section, type Table, text } from './document.ts';
import { accountsTable } from './figures-table.ts';
import type { ResultsFolder } from './folder.ts';
import { frame, notes } from './frame.ts';
import { kneesTable, trialsTable } from './knees-table.ts';
import { count, duration, list, moment, percent } from './numbers.ts';
import type { Experiment, Round, Summary } from './results.ts';
import { deliveryRoundsTable, isDelivery, isMemory, memoryRoundsTable } from './rounds-table.ts';
import { runAgain, versionsOf } from './run-again.ts';
import { benchSentence, selfTable, selfTrialsTable } from './self-table.ts';
import { withSlopeIntervals } from './slope-ratios.ts';
import { scenarioBlocks } from './table.ts';
import { titleWith } from './toy.ts';
import { verdict } from './verdict.ts';
import { noneVoid, remarksTable, voidTable } from './void-rounds.ts';

const chartBlock = (chart: Chart): Block => ({ kind: 'chart', chart });

/** What a results folder says, from its files alone. @returns with every chart that it draws */
export function reportOf(folder: ResultsFolder): { report: Report; charts: Chart[] } {
  const results = { ...folder, summary: withSlopeIntervals(folder.summary) };
  const { summary, manifest, rounds, missing } = results;
  const charts = allCharts(results);
  const scenarios = byScenario(summary);
  const [delivering, holding] = [true, false].map((wanted) =>
    scenarios.filter(([, contestants]) => contestants.some(({ memory }) => memory.length === 0) === wanted),
  ) as [typeof scenarios, typeof scenarios];
  const tables = ([scenario, contestants]: (typeof scenarios)[number]) =>
    scenarioBlocks(scenario, contestants, summary, { accounts: 'left out' });
  const sections = [
    section('figures', 'Latency and CPU', [
      ...delivering.flatMap((one) => [
        ...tables(one),
        ...charts.percentiles.filter(({ scenario }) => scenario === one[0]).map(chartBlock),
      ]),
    ]),
    section('clients', 'What a client costs', [...holding.flatMap(tables), ...charts.slopes.map(chartBlock)]),
    section('pairs', 'Pairs, and how far they spread', [...charts.pairs, ...charts.rounds].map(chartBlock)),
    section('knee', 'Knee', kneeBlocks(summary, charts.knees)),
    section('self', 'The bench itself', selfBlocks(summary, charts.self)),
    section('accounts', 'What was owed, and what came', accountBlocks(summary)),
    section('void', 'Void rounds', voidBlocks(results)),
    section('timelines', 'During each round', timelineBlocks(charts.timelines)),
    section('measured', 'What was measured, and on what', [
      { kind: 'facts', facts: [...frame(summary), percentilesFact()] },
      ...(missing.length > 0 ? [text(`Files that should be here: ${list(missing)}.`, 'warning')] : []),
    ]),
    section('again', 'Run it again', runAgain(manifest, versionsOf(manifest))),
    section('files', 'Every round, and the files', [
      ...(rounds.length > 0 ? [roundsFold(rounds)] : []),
      text(
        `Drawn from the folder ${manifest.id} alone. All that is drawn here is in charts.json and charts/*.csv beside ` +
          'this page; schedules, histograms (HDR) and timelines are under rounds/.',
        'faint',
      ),
    ]),
  ];
  return {
    report: {
      title: titleWith(titleOfRun(summary), { toy: summary.toy ?? false }),
      subtitle: subtitleOf(results),
      verdict: verdict(summary, rounds),
      notes: notes(summary, manifest.ended),
      sections: sections.filter(({ blocks }) => blocks.length > 0),
    },
    charts: Object.values(charts).flat(),
  };
}

function section(id: string, title: string, blocks: Block[]): Section {
  return { id, title, blocks };
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
  ladder: 'ladder',
  self: 'self-measure of the bench',
};

function titleOfRun({ contestants, stacks, experiment }: Summary): string {
  if (experiment === 'self') return 'The bench measures itself';
  if (experiment === 'knee') return 'Knee: how much each carries';
  const keys = [...new Map(contestants.map((one) => [one.key, titleOf(one, stacks)])).values()];
  if (experiment === 'ladder') return 'Ladder: every mode and transport';
  if (experiment === 'control') return 'Control: what the bench sees where nothing differs';
  if (keys.length > 0 && keys.length <= mostColumns) return keys.join(' and ');
  return Object.values(stacks)
    .filter(({ ran }) => ran)
    .map(({ title }) => title)
    .join(' and ');
}

function subtitleOf({ manifest, summary }: ResultsFolder): string {
  const { started, finished, machine } = manifest;
  const what = experiments[summary.experiment] ?? summary.experiment;
  return (
    `${what.replace(/^./, (letter) => letter.toUpperCase())} of ${moment(started)}, ${duration(started, finished)}, ` +
    `on ${count(machine.cores, 'core')} (${machine.cpu})`
  );
}

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

/** Of a self run its trials; of any other the newest self-measure that there is. */
function selfBlocks(summary: Summary, charts: readonly Chart[]): Block[] {
  const { self, bench } = summary;
  if (self.length > 0) {
    return [
      selfTable(self, 'The engine against an echo that does nothing'),
      ...charts.map(chartBlock),
      { kind: 'fold', summary: 'Every load that was tried', blocks: self.map(selfTrialsTable) },
    ];
  }
  if (!bench) return [text(benchSentence(summary))];
  const where = bench.sameMachine ? 'this machine' : 'another machine';
  return [
    selfTable(bench.measures, `The engine against an echo that does nothing, on ${where} (${bench.folder})`),
  ];
}

function accountBlocks(summary: Summary): Block[] {
  return byScenario(summary).flatMap(([scenario, contestants]): Block[] => {
    const delivering = contestants.filter(({ latency }) => latency !== null);
    if (delivering.length === 0) return [];
    if (delivering.length <= mostColumns) return [accountsTable(scenario, delivering, summary)];
    return [
      {
        kind: 'fold',
        summary: `Accounts of ${scenario}`,
        blocks: [accountsTable(scenario, delivering, summary)],
      },
    ];
  });
}

function voidBlocks({ rounds }: ResultsFolder): Block[] {
  if (rounds.length === 0) return [];
  const who = 'contestant';
  const voided = rounds.filter(({ verdict }) => verdict === 'void');
  const valid = rounds.filter(({ verdict }) => verdict === 'valid');
  const remarks = remarksTable(
    valid.map(({ round, key, remarks }) => ({ round, who: key, reasons: remarks ?? [] })),
    who,
  );
  return [
    voided.length === 0
      ? text(noneVoid(rounds.length))
      : voidTable(
          voided.map(({ round, key, reasons }) => ({ round, who: key, reasons })),
          who,
        ),
    ...remarkBlocks(valid, remarks),
  ];
}

/** More than these fold behind a count of each code. */
const mostRemarks = 6;

function remarkBlocks(valid: readonly Round[], remarks: Table): Block[] {
  if (remarks.rows.length === 0) return [];
  if (remarks.rows.length <= mostRemarks) return [remarks];
  const codes = valid.flatMap(({ remarks = [] }) => remarks.map(({ code }) => code));
  const counts = [...Map.groupBy(codes, (code) => code)].map(
    ([code, those]) => `${code} ${those.length} times`,
  );
  return [{ kind: 'fold', summary: `Noticed in valid rounds: ${list(counts)}`, blocks: [remarks] }];
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

function roundsFold(rounds: readonly Round[]): Block {
  return {
    kind: 'fold',
    summary: `${count(rounds.length, 'round')}, with the figures of each`,
    blocks: [
      ...(rounds.some(isDelivery) ? [deliveryRoundsTable(rounds.filter(isDelivery))] : []),
      ...(rounds.some(isMemory) ? [memoryRoundsTable(rounds.filter(isMemory))] : []),
    ],
  };
}

import {
  type Experiment,
  type ResultsFolder,
  type Summary,
  withSlopeIntervals,
} from '@meteor-vs-mean/results';
import { resolutionOf } from '@meteor-vs-mean/stats';
import type { Chart } from './chart.ts';
import { allCharts } from './charts/all.ts';
import {
  audiencesOf,
  byScenario,
  comparisonsOf,
  inAudience,
  mostColumns,
  nameOf,
  scenarioTo,
  titleOf,
} from './contestant.ts';
import {
  accountLines,
  comparisonsTable,
  contestantsTable,
  deliveryLines,
  driverNotes,
  lostLine,
  validLine,
} from './contestants-table.ts';
import { curveProfiles } from './curve-profile.ts';
import { curvesTables } from './curves-table.ts';
import { type Block, type Fact, type Report, text } from './document.ts';
import { frame, runNotes } from './frame.ts';
import { instancesBlocks, instancesNotes } from './instances-table.ts';
import { kneesTable, trialsTable } from './knees-table.ts';
import { isOfAudiences, matrixOf } from './matrix.ts';
import { memoryLines, memoryNotes } from './memory-lines.ts';
import { count, list, percent } from './numbers.ts';
import { roundsTables } from './rounds-table.ts';
import { chartBlock, reportOf, section, type Told, terminalOf, versionsOf } from './run-report.ts';
import { benchSentence, selfTable, selfTrialsTable } from './self-table.ts';
import { verdict } from './verdict.ts';
import type { Reasoned } from './void-rounds.ts';

/**
 * The comparison for a terminal: what was measured, a table a scenario with the noise floor under it, knees and the
 * self-measure where they were run, and what a reader must know besides.
 * @returns text that ends without a newline
 */
export function table(written: Summary): string {
  const summary = withSlopeIntervals(written);
  return terminalOf(toldBy(summary, verdict(summary)), [
    ...byScenario(summary).flatMap(([scenario]) => tablesOf(scenario, summary, { accounts: true })),
    ...(summary.knees.length > 0 ? [kneesTable(summary)] : []),
    ...curvesTables(summary),
    ...curveProfiles(summary),
    ...(summary.self.length > 0
      ? [selfTable(summary.self, ownCaption)]
      : [text(benchSentence(summary), 'faint')]),
  ]);
}

/** What a results folder says, from its files alone. @returns with every chart that it draws */
export function stackReport(folder: ResultsFolder): { report: Report; charts: Chart[] } {
  const results = { ...folder, summary: withSlopeIntervals(folder.summary) };
  const { summary, manifest, rounds } = results;
  const charts = allCharts(results);
  const scenarios = byScenario(summary);
  const delivering = scenarios.filter(([, those]) => those.some(({ memory }) => memory.length === 0));
  const holding = scenarios.filter((one) => !delivering.includes(one));
  const tables = ([scenario]: (typeof scenarios)[number]) => tablesOf(scenario, summary, { accounts: false });
  const told = toldBy(summary, verdict(summary, rounds));
  const reasoned = (of: 'reasons' | 'remarks', is: 'void' | 'valid') =>
    rounds
      .filter((round) => round.verdict === is)
      .map((round): Reasoned => ({ round: round.round, who: round.key, reasons: round[of] ?? [] }));
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
        ...curveProfiles(summary),
      ]),
      section('self', 'The bench itself', selfBlocks(summary, charts.self)),
      section('accounts', 'What was owed, and what came', accountBlocks(summary)),
      section('timelines', 'During each round', timelineBlocks(charts.timelines)),
    ],
    who: 'contestant',
    void: reasoned('reasons', 'void'),
    noticed: reasoned('remarks', 'valid'),
    rounds: { number: rounds.length, tables: roundsTables(rounds) },
    files: 'schedules, histograms (HDR) and timelines are in rounds.pack.gz',
  });
  return { report, charts: Object.values(charts).flat() };
}

function toldBy(summary: Summary, sentences: readonly string[]): Told {
  return {
    title: titleOfRun(summary),
    size: summary.size,
    isEnough: summary.enough,
    verdict: sentences,
    chief: matrixOf(summary),
    facts: frame(summary),
    notes: [...runNotes(summary), ...instancesNotes(summary)],
    machine: summary.machine,
    void: summary.void.map(({ round, contestant, scenario, reasons }) => ({
      round,
      who: `${nameOf(contestant, summary)}, ${scenario}`,
      reasons,
    })),
  };
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
  self: 'self-measure of the bench',
};

function titleOfRun({ contestants, stacks, experiment }: Summary): string {
  if (experiment === 'self') return 'The bench measures itself';
  if (experiment === 'curve') return 'Curve: what a write costs, by distinct live queries';
  if (experiment === 'instances') return 'Instances: what one more costs, and what its end does';
  if (experiment === 'knee') return 'Knee: how much each carries';
  const keys = [...new Map(contestants.map((one) => [one.key, titleOf(one, stacks)])).values()];
  if (experiment === 'ladder') return 'Ladder: every mode and transport';
  if (experiment === 'control') return 'Control: what the bench sees where nothing differs';
  if (keys.length > 0 && keys.length <= mostColumns) return list(keys);
  return list(Object.values(stacks).flatMap(({ ran, title }) => (ran ? [title] : [])));
}

/** The tables of one scenario: for each audience its own, where contestants are told apart by it. */
function tablesOf(scenario: string, summary: Summary, options: { accounts: boolean }): Block[] {
  if (summary.experiment === 'instances') return instancesBlocks(scenario, summary);
  if (!isOfAudiences(summary)) return scenarioBlocks(scenario, summary, options);
  return audiencesOf(summary).flatMap((audience) =>
    scenarioBlocks(scenario, inAudience(summary, audience), {
      ...options,
      caption: scenarioTo(scenario, audience),
    }),
  );
}

/** The tables of one scenario. @param accounts whether what was owed and came stands in the same table */
function scenarioBlocks(
  scenario: string,
  summary: Summary,
  { accounts, caption = scenario }: { accounts: boolean; caption?: string },
): Block[] {
  const contestants = summary.contestants.filter((one) => one.scenario === scenario);
  const rounds = contestants.reduce((sum, one) => sum + one.rounds.valid + one.rounds.void, 0);
  if (contestants.every((one) => one.rounds.valid === 0)) {
    return [text(`${caption}: none of ${count(rounds, 'round')} is valid, so no figure is shown.`, 'bad')];
  }
  const holds = contestants.some(({ memory }) => memory.length > 0);
  const delivers = contestants.some(({ latency }) => latency !== null) || !holds;
  const many = contestants.length > mostColumns;
  const blocks: Block[] = [];
  if (delivers) {
    const account = many ? [lostLine, validLine] : accounts ? accountLines(contestants) : [];
    const lines = [...deliveryLines(contestants), ...account];
    const figures = contestantsTable(scenario, contestants, lines, summary, caption);
    blocks.push(many ? { ...figures, notes: driverNotes(contestants) } : figures);
  }
  if (holds) {
    const costs = contestantsTable(scenario, contestants, memoryLines(contestants), summary, caption);
    blocks.push({ ...costs, notes: [...memoryNotes(contestants), ...costs.notes] });
  }
  const ratios = comparisonsOf(summary, scenario);
  if (ratios.length > 1 || (many && ratios.length > 0)) {
    blocks.push(comparisonsTable(caption, ratios, summary));
  }
  return blocks;
}

const ownCaption = 'The engine against an echo that does nothing';

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
      selfTable(self, ownCaption),
      ...charts.map(chartBlock),
      { kind: 'fold', summary: 'Every load that was tried', blocks: self.map(selfTrialsTable) },
    ];
  }
  if (!bench) return [text(benchSentence(summary))];
  const where = bench.sameMachine ? 'this machine' : 'another machine';
  return [selfTable(bench.measures, `${ownCaption}, on ${where} (${bench.folder})`)];
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

import type { GridFolder, GridSummary, GridTable, GridTarget } from '@meteor-vs-mean/results';
import type { Chart } from './chart.ts';
import { claimsChart, gridRatiosChart } from './charts/ratio-charts.ts';
import { type Block, type Fact, type Note, type Report, text } from './document.ts';
import { machineText } from './frame.ts';
import { claimBlocks, claimsTable } from './grid/claims.ts';
import { captionOf, tablesOf, whoOf } from './grid/figure.ts';
import { gridTable } from './grid/figures-table.ts';
import { accountsTable, gridRoundsTable } from './grid/rounds-table.ts';
import { gridVerdict } from './grid/verdict.ts';
import { chartBlock, reportOf, section, type Told, terminalOf } from './run-report.ts';
import type { Reasoned } from './void-rounds.ts';

/**
 * A run of a grid for a terminal: what was measured, the tables that answer with published figures beside, the lines
 * "published / here / why they may differ", what a reader must know, and at last the answer.
 * @returns text that ends without a newline
 */
export function labTable(summary: GridSummary): string {
  const { first, also } = tablesOf(summary);
  const named = (table: GridTable) => captionOf(summary, table);
  return terminalOf(toldBy(summary), [
    ...first.map((table) => gridTable(table, summary)),
    ...(also.length === 0
      ? []
      : [text(`Also measured, in the report: ${also.map(named).join('; ')}.`, 'faint')]),
    ...claimBlocks(summary),
  ]);
}

/** What a results folder of a grid says, from its files alone. @returns with every chart that it draws */
export function gridReport({ manifest, rounds, summary }: GridFolder): { report: Report; charts: Chart[] } {
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
        rounds.some(({ verdict }) => verdict === 'valid') ? [accountsTable(rounds, summary)] : [],
      ),
    ],
    who: 'target and load',
    void: rounds.filter(({ verdict }) => verdict === 'void').map((round) => voidOf(round, summary)),
    noticed: [],
    rounds: { number: rounds.length, tables: [gridRoundsTable(rounds, summary)] },
    files: 'every round is a line of rounds.jsonl',
  });
  return { report, charts: [...claims, ...[...ratios.values()].flat()] };
}

function toldBy(summary: GridSummary): Told {
  const { title, size, enough, machine } = summary;
  return {
    title,
    size,
    isEnough: enough,
    verdict: gridVerdict(summary),
    facts: factsOf(summary),
    notes: notesOf(summary),
    machine,
    void: summary.void.map((round) => voidOf(round, summary)),
  };
}

function voidOf(
  { round, target, load, reasons }: GridSummary['void'][number],
  summary: GridSummary,
): Reasoned {
  return { round, who: whoOf(summary, target, load), reasons };
}

const folded = (picture: Block): Block => ({
  kind: 'fold',
  summary: 'Its ratios as a picture',
  blocks: [picture],
});

/** What is run again, what was measured, and on what. */
function factsOf({ source, targets, machine, seed }: GridSummary): Fact[] {
  return [
    ...(source ? [{ term: 'Published', text: sourceText(source) }] : []),
    ...targets.map((target): Fact => ({ term: target.title, text: targetText(target) })),
    { term: 'Machine', text: machineText(machine) },
    { term: 'Seed', text: String(seed) },
  ];
}

function sourceText({ title, author, year, url, machine }: NonNullable<GridSummary['source']>): string {
  return `“${title}”, ${author}, ${year}, ${url}; measured on ${machine}`;
}

function targetText({ versions, notRun }: GridTarget): string {
  if (notRun !== null) return `not run: ${notRun}`;
  return versionTexts(versions).join(', ');
}

/** `Node 24.21.0`, `ws 8.20.0`. */
function versionTexts(versions: Record<string, string>): string[] {
  return Object.entries(versions).map(([name, version]) => `${name} ${version}`);
}

function notesOf({ size, tables, source }: GridSummary): Note[] {
  const carriesNone = tables.every(({ cells }) => cells.every(({ ratio }) => !ratio?.interval));
  const held = source === null ? 'ratios say more' : 'what can be held against the published ones is ratios';
  return [
    ...(size === 'quick' && carriesNone
      ? [{ text: 'Quick size: few repeats, so ratios carry no intervals.' }]
      : []),
    { text: `Absolute figures are this machine’s; ${held}.` },
  ];
}

/** Of what can't be run on this machine. */
function notRunNotes({ targets }: GridSummary): Note[] {
  return targets.flatMap(({ title, notRun }): Note[] =>
    notRun === null
      ? []
      : [{ text: `${title} was not run: ${notRun.replace(/\.?$/, '.')}`, tone: 'warning' }],
  );
}

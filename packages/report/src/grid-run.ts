import type { GridManifest, GridSummary, GridTable, GridTarget } from '@meteor-vs-mean/measure/results';
import { type Fact, type Note, text } from './document.ts';
import { machineText } from './frame.ts';
import { claimBlocks } from './grid/claims.ts';
import { captionOf, tablesOf, whoOf } from './grid/figure.ts';
import { gridTable } from './grid/figures-table.ts';
import { type FlooredSummary, withFloors } from './grid/outcome.ts';
import { gridVerdict } from './grid/verdict.ts';
import { type Told, terminalOf } from './run-report.ts';
import type { Reasoned } from './void-rounds.ts';

/**
 * A run of a grid for a terminal: what was measured, the tables that answer with published figures beside, the lines
 * "published / here / why they may differ", what a reader must know, and at last the answer.
 * @returns text that ends without a newline
 */
export function labTable(measured: GridSummary, { plan }: GridManifest): string {
  const summary = withFloors(measured, plan);
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

export function toldBy(summary: FlooredSummary): Told {
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
    noisy: summary.noisy.map((round) => voidOf(round, summary)),
    measured: summary.measured,
    dropped: [],
  };
}

export function voidOf(
  { round, target, load, reasons }: GridSummary['void'][number],
  summary: GridSummary,
): Reasoned {
  return { round, who: whoOf(summary, target, load), reasons };
}

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
export function versionTexts(versions: Record<string, string>): string[] {
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

import type { Chart } from '../chart.ts';
import { type Block, type Report, type Section, text } from '../document.ts';
import { count, duration, moment } from '../numbers.ts';
import { runAgain } from '../run-again.ts';
import { titleWith } from '../toy.ts';
import { noneVoid, voidTable } from '../void-rounds.ts';
import { claimBlocks, claimsTable } from './claims.ts';
import { tablesOf } from './figure.ts';
import { figuresTable } from './figures-table.ts';
import type { LabFolder } from './folder.ts';
import { labFrame, labNotes, notRunNotes, versionTexts } from './frame.ts';
import { claimsChart, ratiosChart } from './ratios-chart.ts';
import type { LabManifest, LabSummary, LabTable } from './results.ts';
import { accountsTable, roundsTable } from './rounds-table.ts';
import { whoOf } from './titles.ts';
import { labVerdict } from './verdict.ts';

/** What a results folder of the lab says, from its files alone. @returns with every chart that it draws */
export function labReport({ manifest, rounds, summary }: LabFolder): { report: Report; charts: Chart[] } {
  const claims = claimsChart(summary);
  const ratios = new Map(summary.tables.map((table) => [table, ratiosChart(table, summary)]));
  const pictures = (table: LabTable) => (ratios.get(table) ?? []).map(chartBlock);
  const { first, also } = tablesOf(summary);
  const sections: Section[] = [
    {
      id: 'claims',
      title: summary.source === null ? 'Ratios that answer' : 'Published, and here',
      blocks: claimsSection(summary, claims),
    },
    {
      id: 'figures',
      title: 'Figures',
      blocks: first.flatMap((table) => [figuresTable(table, summary), ...pictures(table)]),
    },
    {
      id: 'also',
      title: 'Also measured',
      blocks: also.flatMap((table) => [figuresTable(table, summary), ...pictures(table).map(folded)]),
    },
    {
      id: 'accounts',
      title: 'What was owed, and what came',
      blocks: rounds.some(({ verdict }) => verdict === 'valid') ? [accountsTable(rounds, summary)] : [],
    },
    { id: 'void', title: 'Void rounds', blocks: voidBlocks(rounds, summary) },
    {
      id: 'measured',
      title: 'What was measured, and on what',
      blocks: [{ kind: 'facts', facts: labFrame(summary) }],
    },
    { id: 'again', title: 'Run it again', blocks: runAgain(manifest, measured(summary)) },
    { id: 'files', title: 'Every round, and the files', blocks: filesBlocks(manifest, rounds, summary) },
  ];
  return {
    report: {
      title: titleWith(summary.title, { toy: summary.size === 'toy' }),
      subtitle: subtitleOf(manifest, summary),
      verdict: labVerdict(summary),
      notes: [...labNotes(summary, manifest.ended), ...notRunNotes(summary)],
      sections: sections.filter(({ blocks }) => blocks.length > 0),
    },
    charts: [...claims, ...[...ratios.values()].flat()],
  };
}

const chartBlock = (chart: Chart): Block => ({ kind: 'chart', chart });

/** Of evidence. */
const folded = (picture: Block): Block => ({
  kind: 'fold',
  summary: 'Its ratios as a picture',
  blocks: [picture],
});

function subtitleOf({ started, finished, machine }: LabManifest, { lab, size, source }: LabSummary): string {
  const what = source === null ? 'An experiment of ours' : `Published ${source.year}, run again`;
  return (
    `${what}: ${lab}, ${size} size, ${moment(started)}, ${duration(started, finished)}, ` +
    `on ${count(machine.cores, 'core')} (${machine.cpu})`
  );
}

function claimsSection(summary: LabSummary, charts: readonly Chart[]): Block[] {
  if (summary.claims.length === 0) return [];
  return [claimsTable(summary), ...charts.map(chartBlock), ...claimBlocks(summary)];
}

function voidBlocks(rounds: LabFolder['rounds'], summary: LabSummary): Block[] {
  if (rounds.length === 0) return [];
  const voided = rounds.filter(({ verdict }) => verdict === 'void');
  if (voided.length === 0) return [text(noneVoid(rounds.length))];
  const named = voided.map(({ round, target, load, reasons }) => ({
    round,
    who: whoOf(summary, target, load),
    reasons,
  }));
  return [voidTable(named, 'target and load')];
}

/** Versions on both ends of every target that ran, each once. */
function measured({ targets }: LabSummary): string[] {
  return [
    ...new Set(
      targets.filter(({ notRun }) => notRun === null).flatMap(({ versions }) => versionTexts(versions)),
    ),
  ];
}

function filesBlocks({ id }: LabManifest, rounds: LabFolder['rounds'], summary: LabSummary): Block[] {
  const all: Block = {
    kind: 'fold',
    summary: `${count(rounds.length, 'round')}, with the figures of each`,
    blocks: [roundsTable(rounds, summary)],
  };
  return [
    ...(rounds.length > 0 ? [all] : []),
    text(
      `Drawn from the folder ${id} alone. All that is drawn here is in charts.json and charts/*.csv beside this page; ` +
        'every round is a line of rounds.jsonl.',
      'faint',
    ),
  ];
}

import {
  type CompareSummary,
  hasDeliveries,
  type Summary,
  withSlopeIntervals,
} from '@meteor-vs-mean/measure/results';
import { accountLines } from './accounts.ts';
import { capacitiesTables } from './capacities.ts';
import { claimBlocks } from './claims.ts';
import {
  appsOf,
  audiencesOf,
  byLoad,
  comparisonsOf,
  inAudience,
  loadTitle,
  loadTo,
  mostColumns,
  titleOf,
} from './contestant.ts';
import {
  comparisonsTable,
  contestantsTable,
  deliveryLines,
  driverNotes,
  lostLine,
  roundsLine,
} from './contestants-table.ts';
import { curvesTables } from './curves.ts';
import { type Block, type Tone, text } from './document.ts';
import { captionOf, shownTables } from './figure-floor.ts';
import { figureTable } from './figure-table.ts';
import { frame } from './frame.ts';
import { instancesBlocks, isOfInstances } from './instances.ts';
import { isOfAudiences, matrixOf } from './matrix.ts';
import { memoryLines, memoryNotes } from './memory-lines.ts';
import { notesOf } from './notes.ts';
import { count, list } from './numbers.ts';
import { terminal } from './terminal.ts';
import { toySentence } from './toy.ts';
import { verdict } from './verdict.ts';
import { noisyLines, voidLines } from './void-rounds.ts';

/**
 * A run for a terminal: what was measured, its tables, what a reader must know, and the answer at the end, where it is
 * seen.
 * @returns text that ends without a newline
 */
export function table(measured: Summary): string {
  const compared = appsOf(measured);
  const apps = compared && withSlopeIntervals(compared);
  const summary = apps ?? measured;
  const chief = matrixOf(summary);
  const isToy = summary.size === 'toy';
  return terminal([
    ...(isToy ? [text(toySentence, 'bad')] : []),
    { kind: 'facts', title: titleOfRun(summary), facts: frame(summary) },
    ...tableBlocks(summary),
    // The matrix at the end has the ratios that decide, and the report all of them.
    ...(apps ? appBlocks(apps, chief === undefined) : []),
    ...linesOf([...voidLines(summary), ...noisyLines(summary)], 'warning'),
    ...linesOf(notesOf(summary).map((note) => note.text)),
    ...(chief ? [chief] : []),
    ...(isToy ? [] : [text(verdict(summary).join(' '))]),
  ]);
}

function linesOf(lines: readonly string[], tone?: Tone): Block[] {
  return lines.length === 0 ? [] : [text(lines.join('\n'), tone)];
}

/** The tables that answer, and the lines "published / here / why they may differ". */
function tableBlocks(summary: Summary): Block[] {
  const { first, also } = shownTables(summary);
  const captions = also.map((one) => captionOf(summary, one));
  return [
    ...first.map((one) => figureTable(one, summary)),
    ...(also.length === 0 ? [] : [text(`Also measured, in the report: ${captions.join('; ')}.`, 'faint')]),
    ...claimBlocks(summary),
  ];
}

function appBlocks(apps: CompareSummary, ratios: boolean): Block[] {
  return [
    ...byLoad(apps).flatMap(([load]) => loadBlocks(load, apps, { accounts: true, ratios })),
    ...capacitiesTables(apps),
    ...curvesTables(apps),
  ];
}

/** The stacks that are compared, where they are few; or what the plan says. */
export function titleOfRun(summary: Summary): string {
  const apps = appsOf(summary);
  if (!apps || !isOfAudiences(apps)) return summary.plan.title;
  const names = [...new Map(apps.results.map((one) => [one.key, titleOf(one, apps.stacks)])).values()];
  if (names.length > 0 && names.length <= mostColumns) return list(names);
  return list(Object.values(apps.stacks).flatMap(({ ran, title }) => (ran ? [title] : [])));
}

/** What tables show: what was owed and came, in the same table; ratios beside the figures. */
interface Shown {
  accounts: boolean;
  ratios: boolean;
}

/** The tables of one load: of each audience, where contestants differ in it. */
export function loadBlocks(load: string, apps: CompareSummary, options: Shown): Block[] {
  const title = loadTitle(load, apps);
  if (isOfInstances(apps)) return instancesBlocks(load, apps, title);
  if (!isOfAudiences(apps)) return blocksOf(load, apps, { ...options, caption: title });
  return audiencesOf(apps).flatMap((audience) =>
    blocksOf(load, inAudience(apps, audience), { ...options, caption: loadTo(title, audience) }),
  );
}

function blocksOf(
  load: string,
  apps: CompareSummary,
  { accounts, ratios, caption }: Shown & { caption: string },
): Block[] {
  const results = apps.results.filter((one) => one.load === load);
  if (results.every(({ rounds }) => rounds.counted === 0)) {
    const rounds = results.reduce((sum, one) => sum + one.rounds.dropped + one.rounds.void, 0);
    return [text(`${caption}: no figures, of ${count(rounds, 'round')} none counts.`, 'bad')];
  }
  const holds = results.some(({ memory }) => memory.length > 0);
  const many = results.length > mostColumns;
  const shown = ratios ? apps : { ...apps, comparisons: [] };
  const blocks: Block[] = [];
  if (results.some(hasDeliveries) || !holds) {
    const account = many ? [lostLine, roundsLine] : accounts ? accountLines(results) : [];
    const lines = [...deliveryLines(results), ...account];
    const figures = contestantsTable(load, results, lines, shown, caption);
    blocks.push(many ? { ...figures, notes: driverNotes(results) } : figures);
  }
  if (holds) {
    const costs = contestantsTable(load, results, memoryLines(results), shown, caption);
    blocks.push({ ...costs, notes: [...memoryNotes(results), ...costs.notes] });
  }
  const compared = ratios ? comparisonsOf(apps, load) : [];
  if (compared.length > 1 || (many && compared.length > 0)) {
    blocks.push(comparisonsTable(caption, compared, apps));
  }
  return blocks;
}

import { type Summary, withSlopeIntervals } from '@meteor-vs-mean/measure/results';
import {
  audiencesOf,
  byScenario,
  comparisonsOf,
  inAudience,
  mostColumns,
  nameOf,
  scenarioTo,
  titleOf,
  totalOf,
} from './contestant.ts';
import {
  accountLines,
  comparisonsTable,
  contestantsTable,
  deliveryLines,
  driverNotes,
  lostLine,
  roundsLine,
} from './contestants-table.ts';
import { curvesTables } from './curves-table.ts';
import { type Block, text } from './document.ts';
import { frame, runNotes } from './frame.ts';
import { instancesBlocks, instancesNotes } from './instances-table.ts';
import { kneesTable } from './knees-table.ts';
import { isOfAudiences, matrixOf } from './matrix.ts';
import { memoryLines, memoryNotes } from './memory-lines.ts';
import { count, list } from './numbers.ts';
import { type Told, terminalOf } from './run-report.ts';
import { verdict } from './verdict.ts';
import type { Reasoned } from './void-rounds.ts';

/**
 * The comparison for a terminal: what was measured, a table a scenario with the noise floor under it, knees where
 * they were searched, and what a reader must know besides.
 * @returns text that ends without a newline
 */
export function table(written: Summary): string {
  const summary = withSlopeIntervals(written);
  const told = toldBy(summary, verdict(summary));
  // The matrix at the end has the ratios that decide, and the report all of them.
  const ratios = told.chief === undefined;
  return terminalOf(told, [
    ...byScenario(summary).flatMap(([scenario]) => tablesOf(scenario, summary, { accounts: true, ratios })),
    ...(summary.knees.length > 0 ? [kneesTable(summary)] : []),
    ...curvesTables(summary),
  ]);
}

export function toldBy(summary: Summary, sentences: readonly string[]): Told {
  return {
    title: titleOfRun(summary),
    size: summary.size,
    isEnough: summary.enough,
    verdict: sentences,
    chief: matrixOf(summary),
    facts: frame(summary),
    notes: [...runNotes(summary), ...instancesNotes(summary)],
    machine: summary.machine,
    void: reasonedIn(summary.void, summary),
    measured: summary.measured,
    noisy: reasonedIn(summary.noisy, summary),
    dropped: summary.dropped.map(
      ({ contestant, pairs }) => `${nameOf(contestant, summary)} ${count(pairs, 'pair')}`,
    ),
  };
}

function reasonedIn(judged: Summary['void'], summary: Summary): Reasoned[] {
  return judged.map(({ round, contestant, reasons }) => ({
    round,
    who: nameOf(contestant, summary),
    reasons,
  }));
}

function titleOfRun({ contestants, stacks, experiment }: Summary): string {
  if (experiment === 'curve') return 'Curve: what a write costs, by distinct live queries';
  if (experiment === 'instances') return 'Instances: what one more costs, and what its end does';
  if (experiment === 'knee') return 'Knee: how much each carries';
  const keys = [...new Map(contestants.map((one) => [one.key, titleOf(one, stacks)])).values()];
  if (experiment === 'ladder') return 'Ladder: every mode and transport';
  if (experiment === 'control') return 'Control: what the bench sees where nothing differs';
  if (keys.length > 0 && keys.length <= mostColumns) return list(keys);
  return list(Object.values(stacks).flatMap(({ ran, title }) => (ran ? [title] : [])));
}

/** What tables show: what was owed and came, in the same table; ratios beside the figures. */
interface Shown {
  accounts: boolean;
  ratios: boolean;
}

/** The tables of one scenario: for each audience its own, where contestants are told apart by it. */
export function tablesOf(scenario: string, summary: Summary, options: Shown): Block[] {
  if (summary.experiment === 'instances') return instancesBlocks(scenario, summary);
  if (!isOfAudiences(summary)) return scenarioBlocks(scenario, summary, options);
  return audiencesOf(summary).flatMap((audience) =>
    scenarioBlocks(scenario, inAudience(summary, audience), {
      ...options,
      caption: scenarioTo(scenario, audience),
    }),
  );
}

/** The tables of one scenario. */
function scenarioBlocks(
  scenario: string,
  summary: Summary,
  { accounts, ratios, caption = scenario }: Shown & { caption?: string },
): Block[] {
  const contestants = summary.contestants.filter((one) => one.scenario === scenario);
  const rounds = contestants.reduce((sum, one) => sum + totalOf(one), 0);
  if (contestants.every((one) => one.rounds.counted === 0)) {
    return [text(`${caption}: no figures, of ${count(rounds, 'round')} no pair is whole.`, 'bad')];
  }
  const holds = contestants.some(({ memory }) => memory.length > 0);
  const delivers = contestants.some(({ latency }) => latency !== null) || !holds;
  const many = contestants.length > mostColumns;
  const shown = ratios ? summary : { ...summary, comparisons: [] };
  const blocks: Block[] = [];
  if (delivers) {
    const account = many ? [lostLine, roundsLine] : accounts ? accountLines(contestants) : [];
    const lines = [...deliveryLines(contestants), ...account];
    const figures = contestantsTable(scenario, contestants, lines, shown, caption);
    blocks.push(many ? { ...figures, notes: driverNotes(contestants) } : figures);
  }
  if (holds) {
    const costs = contestantsTable(scenario, contestants, memoryLines(contestants), shown, caption);
    blocks.push({ ...costs, notes: [...memoryNotes(contestants), ...costs.notes] });
  }
  const compared = ratios ? comparisonsOf(summary, scenario) : [];
  if (compared.length > 1 || (many && compared.length > 0)) {
    blocks.push(comparisonsTable(caption, compared, summary));
  }
  return blocks;
}

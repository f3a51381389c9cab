import { byScenario, mostColumns, nameOf } from './contestant.ts';
import { type Block, text } from './document.ts';
import { accountsTable, figuresTable } from './figures-table.ts';
import { frame, notes } from './frame.ts';
import { kneesTable } from './knees-table.ts';
import { comparisonsTable, ladderTable, memoryLadderTable } from './ladder-table.ts';
import { memoryTable } from './memory-table.ts';
import { count } from './numbers.ts';
import type { ContestantSummary, Summary } from './results.ts';
import { benchSentence, selfTable } from './self-table.ts';
import { withSlopeIntervals } from './slope-ratios.ts';
import { terminal } from './terminal.ts';
import { toySentence } from './toy.ts';
import { verdict } from './verdict.ts';
import { type Reasoned, voidLines } from './void-rounds.ts';

/**
 * The comparison for a terminal: what was measured, a table a scenario with the noise floor under it, knees and the
 * self-measure where they were run, and what a reader must know besides.
 * @returns text that ends without a newline
 */
export function table(written: Summary): string {
  const summary = withSlopeIntervals(written);
  return terminal([
    ...(summary.toy ? [text(toySentence, 'bad')] : []),
    { kind: 'facts', facts: frame(summary) },
    ...byScenario(summary).flatMap(([scenario, contestants]) =>
      scenarioBlocks(scenario, contestants, summary, { accounts: 'with the figures' }),
    ),
    ...extraBlocks(summary),
    ...voidLines(voidRounds(summary)).map((line) => text(line, 'warning')),
    ...notes(summary).map(({ text, tone }): Block => ({ kind: 'text', text, ...(tone ? { tone } : {}) })),
    ...(summary.self.length > 0 ? [] : [text(benchSentence(summary), 'faint')]),
    // A toy's stands at the top.
    ...(summary.toy ? [] : verdict(summary).map((text): Block => ({ kind: 'text', text }))),
  ]);
}

function voidRounds(summary: Summary): Reasoned[] {
  return summary.void.map(({ round, contestant, scenario, reasons }) => ({
    round,
    who: `${nameOf(contestant, summary)}, ${scenario}`,
    reasons,
  }));
}

/** The tables of one scenario. @param accounts what was owed and came stands in the same table, or is left out */
export function scenarioBlocks(
  scenario: string,
  contestants: readonly ContestantSummary[],
  summary: Summary,
  { accounts }: { accounts: 'with the figures' | 'left out' },
): Block[] {
  const holds = contestants.some(({ memory }) => memory.length > 0);
  const delivers = contestants.some(({ latency }) => latency !== null) || !holds;
  const rounds = contestants.reduce((sum, one) => sum + one.rounds.valid + one.rounds.void, 0);
  if (contestants.every((one) => one.rounds.valid === 0)) {
    return [text(`${scenario}: none of ${count(rounds, 'round')} is valid, so no figure is shown.`, 'bad')];
  }
  const many = contestants.length > mostColumns;
  const blocks: Block[] = [];
  if (delivers && many) blocks.push(ladderTable(scenario, contestants));
  if (delivers && !many) {
    const figures = figuresTable(scenario, contestants, summary);
    if (accounts === 'with the figures') {
      const blank = figures.head.length - 1 - contestants.length;
      const more = accountsTable(scenario, contestants, summary).rows;
      figures.rows.push(
        ...more.map((row) => ({ ...row, cells: [...row.cells, ...Array(blank).fill({ text: '' })] })),
      );
    }
    blocks.push(figures);
  }
  if (holds)
    blocks.push(
      many ? memoryLadderTable(scenario, contestants) : memoryTable(scenario, contestants, summary),
    );
  const ratios = many || ratiosOf(summary, scenario) > 1 ? comparisonsTable(scenario, summary) : null;
  if (ratios) blocks.push(ratios);
  return blocks;
}

function ratiosOf({ comparisons }: Summary, scenario: string): number {
  return comparisons.filter((one) => one.scenario === scenario).length;
}

/** Knees and self-measure, where they were run. */
export function extraBlocks(summary: Summary): Block[] {
  return [
    ...(summary.knees.length > 0 ? [kneesTable(summary)] : []),
    ...(summary.self.length > 0
      ? [selfTable(summary.self, 'The engine against an echo that does nothing')]
      : []),
  ];
}

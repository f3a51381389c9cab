import { type Block, text } from '../document.ts';
import { terminal } from '../terminal.ts';
import { toySentence } from '../toy.ts';
import { voidLines } from '../void-rounds.ts';
import { claimBlocks } from './claims.ts';
import { captionOf, tablesOf } from './figure.ts';
import { figuresTable } from './figures-table.ts';
import { labFrame, labNotes } from './frame.ts';
import type { LabSummary, LabTable } from './results.ts';
import { whoOf } from './titles.ts';
import { labVerdict } from './verdict.ts';

/**
 * An experiment of the lab for a terminal: what was measured, the tables that answer with published figures beside, the
 * lines "published / here / why they may differ", what a reader must know, and at last the answer.
 * @returns text that ends without a newline
 */
export function labTable(summary: LabSummary): string {
  const { first, also } = tablesOf(summary);
  const named = (table: LabTable) => captionOf(summary, table);
  const isToy = summary.size === 'toy';
  return terminal([
    ...(isToy ? [text(toySentence, 'bad')] : []),
    { kind: 'facts', title: summary.title, facts: labFrame(summary) },
    ...first.map((table) => figuresTable(table, summary)),
    ...(also.length === 0
      ? []
      : [text(`Also measured, in the report: ${also.map(named).join('; ')}.`, 'faint')]),
    ...claimBlocks(summary),
    ...voidLines(
      summary.void.map(({ round, target, load, reasons }) => ({
        round,
        who: whoOf(summary, target, load),
        reasons,
      })),
    ).map((line) => text(line, 'warning')),
    ...labNotes(summary).map(({ text, tone }): Block => ({ kind: 'text', text, ...(tone ? { tone } : {}) })),
    // A toy's stands at the top.
    ...(isToy ? [] : labVerdict(summary).map((sentence) => text(sentence))),
  ]);
}

import { type Block, text } from '../document.ts';
import { terminal } from '../terminal.ts';
import { voidLines } from '../void-rounds.ts';
import { claimBlocks } from './claims.ts';
import { figuresTable } from './figures-table.ts';
import { labFrame, labNotes } from './frame.ts';
import type { LabSummary } from './results.ts';
import { whoOf } from './titles.ts';
import { labVerdict } from './verdict.ts';

/**
 * An experiment of the lab for a terminal: what was measured, its tables with the published figures beside, the lines
 * "published / here / why they may differ", what a reader must know, and at last the answer.
 * @returns text that ends without a newline
 */
export function labTable(summary: LabSummary): string {
  return terminal([
    { kind: 'facts', title: summary.title, facts: labFrame(summary) },
    ...summary.tables.map((table) => figuresTable(table, summary)),
    ...claimBlocks(summary),
    ...voidLines(
      summary.void.map(({ round, target, load, reasons }) => ({
        round,
        who: whoOf(summary, target, load),
        reasons,
      })),
    ).map((line) => text(line, 'warning')),
    ...labNotes(summary).map(({ text, tone }): Block => ({ kind: 'text', text, ...(tone ? { tone } : {}) })),
    ...labVerdict(summary).map((sentence) => text(sentence)),
  ]);
}

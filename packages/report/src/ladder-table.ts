import { type Cell, cell, type Row, type Table, zero } from './document.ts';
import { figureLabel } from './figures.ts';
import { latencyCell, methodOf, validCell } from './figures-table.ts';
import { floorFor, floorSentence, ratioCell } from './judgement.ts';
import { documentsOf, slopeCell, slopeNotes } from './memory-table.ts';
import { fixed, list, smallPercent } from './numbers.ts';
import type { Comparison, ContestantSummary, Summary } from './results.ts';

/** A scenario with deliveries and many contestants: a row each. */
export function ladderTable(scenario: string, contestants: readonly ContestantSummary[]): Table {
  return {
    kind: 'table',
    caption: scenario,
    head: ['contestant', 'p50', 'p95', 'p99', 'lost', 'CPU, ms per 1,000', 'mongod', 'waited', 'valid'].map(
      (one) => cell(one),
    ),
    rows: contestants.map((one) => ({
      label: one.key,
      cells: [
        latencyCell(one.latency?.p50_ms),
        latencyCell(one.latency?.p95_ms),
        latencyCell(one.latency?.p99_ms),
        lostCell(one),
        cell(fixed(one.appCpu_ms_per_1000)),
        cell(fixed(one.mongodCpu_ms_per_1000)),
        cell(one.appWaiting === null ? '-' : `${(100 * one.appWaiting).toFixed(1)} %`),
        validCell(one.rounds),
      ],
    })),
    notes: driverNotes(contestants),
  };
}

function lostCell({ counts: { lost, expected }, latency }: ContestantSummary): Cell {
  if (latency === null) return cell('-');
  return zero(lost, expected === 0 ? `${lost}` : smallPercent(lost / expected));
}

/** What the server really observed with, read from it: a mode that can't serve a cursor falls back to another driver. */
function driverNotes(contestants: readonly ContestantSummary[]): Table['notes'] {
  const byDriver = Map.groupBy(
    contestants.filter(({ drivers }) => drivers.length > 0),
    ({ drivers }) => drivers.join(' and '),
  );
  return [...byDriver].map(([driver, those]) => ({
    text: `Observed with ${driver}, as the server says: ${list(those.map(({ key }) => key))}.`,
    tone: 'faint',
  }));
}

/** Memory of many contestants: a row each, a column for each number of documents held. */
export function memoryLadderTable(scenario: string, contestants: readonly ContestantSummary[]): Table {
  const held = documentsOf(contestants);
  const rows = contestants.map((one): Row => {
    const cells = held.flatMap((documents) => {
      const memory = one.memory.find((found) => found.documents === documents);
      if (!memory) return [cell('-'), cell('-')];
      const kilobytes = (bytes: number) => (bytes / 1e3).toFixed(1);
      const slope = (of: 'heap' | 'rss') => slopeCell(memory[of], memory.steps.length, kilobytes, 'KB');
      return [slope('heap'), slope('rss')];
    });
    const document = one.heldDocument ? `${one.heldDocument.heap_bytes.toFixed(0)} bytes` : '-';
    return { label: one.key, cells: [...cells, cell(document), validCell(one.rounds)] };
  });
  return {
    kind: 'table',
    caption: scenario,
    head: [
      cell('contestant'),
      ...held.flatMap((documents) => [
        { text: 'heap a client', sub: `${documents} documents` },
        { text: 'RSS a client', sub: `${documents} documents` },
      ]),
      { text: 'heap a held document', sub: 'and client' },
      cell('valid'),
    ],
    rows,
    notes: slopeNotes(contestants),
  };
}

/** Ratios of several comparisons in one scenario: a row each, a column a figure. */
export function comparisonsTable(scenario: string, summary: Summary): Table | null {
  const comparisons = summary.comparisons.filter(
    (one) => one.scenario === scenario && Object.keys(one.figures).length > 0,
  );
  const figures = [...new Set(comparisons.flatMap((one) => Object.keys(one.figures)))];
  if (comparisons.length === 0 || figures.length === 0) return null;
  const all = comparisons.flatMap((one) => Object.values(one.figures));
  return {
    kind: 'table',
    caption: `${scenario}: ratios`,
    head: [cell('ratio'), ...figures.map((name) => cell(figureLabel(name)))],
    rows: comparisons.map((one) => ({
      label: comparisonTitle(one),
      cells: figures.map((name) => ratioCell(one.figures[name], floorFor(summary, name))),
    })),
    notes: [{ text: methodOf(all) }, { text: floorSentence(summary, figures), tone: 'faint' }],
  };
}

export function comparisonTitle({ title, a, b }: Comparison): string {
  return title ?? `${a} / ${b}`;
}

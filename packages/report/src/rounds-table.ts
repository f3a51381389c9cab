import { cell, type Table, zero } from './document.ts';
import { latencyCell } from './figures-table.ts';
import { fixed, milliseconds, percent, whole } from './numbers.ts';
import type { DeliveryRound, MemoryRound, Round } from './results.ts';
import { waitingShare } from './waiting.ts';

/** Every round that measured deliveries, void ones too: so that each figure above can be held against them. */
export function deliveryRoundsTable(rounds: readonly DeliveryRound[]): Table {
  return {
    kind: 'table',
    caption: 'Every round that measured deliveries',
    head: [
      'round',
      'pair',
      'contestant',
      'scenario',
      'verdict',
      'p50',
      'p95',
      'p99',
      'max',
      'lost',
      'CPU per 1,000',
      'sender late, p99',
      'app waited',
      'generator busy',
    ].map((one) => cell(one)),
    rows: rounds.map((round) => ({
      label: String(round.round),
      cells: [
        cell(String(round.pair)),
        cell(round.key),
        cell(round.scenario),
        cell(round.verdict, round.verdict === 'void' ? 'warning' : undefined),
        latencyCell(round.p50_ms),
        latencyCell(round.p95_ms),
        latencyCell(round.p99_ms),
        latencyCell(round.max_ms),
        zero(round.lost, whole(round.lost)),
        cell(fixed(round.appCpu_ms_per_1000)),
        cell(milliseconds(round.lateness_p99_ms ?? undefined)),
        cell(percent(waitingShare(round))),
        cell(percent(round.generatorUtilisation, 0)),
      ],
    })),
    notes: [],
  };
}

export function memoryRoundsTable(rounds: readonly MemoryRound[]): Table {
  return {
    kind: 'table',
    caption: 'Every start that measured memory',
    head: [
      'round',
      'pair',
      'contestant',
      'documents',
      'verdict',
      'clients',
      'heap at most',
      'RSS at most',
    ].map((one) => cell(one)),
    rows: rounds.map((round) => ({
      label: String(round.round),
      cells: [
        cell(String(round.pair)),
        cell(round.key),
        cell(String(round.documents)),
        cell(round.verdict, round.verdict === 'void' ? 'warning' : undefined),
        cell(round.steps.map(({ clients }) => clients).join(', ')),
        cell(`${fixed(Math.max(0, ...round.steps.map((step) => step.heap_bytes)) / 1e6)} MB`),
        cell(`${fixed(Math.max(0, ...round.steps.map((step) => step.rss_bytes)) / 1e6)} MB`),
      ],
    })),
    notes: [],
  };
}

export const isDelivery = (round: Round): round is DeliveryRound => round.kind === 'deliveries';
export const isMemory = (round: Round): round is MemoryRound => round.kind === 'memory';

import type { Percentiles, Ratios, Slope } from '@meteor-vs-mean/stats';
import type { Contestant } from './contestant.ts';
import type { DroppedPairs } from './counted.ts';
import type { Curve } from './curve.ts';
import type { Figure, SlopeFigure } from './figure.ts';
import type { LineName, MedianName } from './figures.ts';
import type { Knee } from './knee.ts';
import type { Experiment, Machine, MongoFacts, Network, Size, StackFacts } from './manifest.ts';
import type { ComparePlan, Floor, Stopping } from './plan.ts';
import type { KilledAccount, Reason } from './round.ts';

/**
 * What a run comes to: per scenario and contestant the middle of its valid rounds, and the ratios within pairs.
 * It is computed from manifest.json, rounds.jsonl and the histograms each time a folder is read, and never stored.
 */
export interface Summary {
  format: 3;
  id: string;
  size: Size;
  experiment: Experiment;
  partial: boolean;
  seed: number;
  stacks: Record<string, StackFacts>;
  mongo: MongoFacts;
  machine: Machine;
  network: Network;
  contestants: ContestantSummary[];
  /** First over second. Of most runs every contestant over each later one; of a control each control; of a ladder each row over the default. */
  comparisons: Comparison[];
  /** Of a knee run. */
  knees: Knee[];
  /** Of a curve run: one a contestant. */
  curves: Curve[];
  /** As in the plan. */
  notRun: ComparePlan['notRun'];
  stopping: Stopping | null;
  floor: Floor | null;
  /** Rounds that were measured. */
  measured: number;
  void: JudgedRound[];
  noisy: JudgedRound[];
  /** Pairs that are in no figure, by the contestant whose round was void. */
  dropped: DroppedPairs[];
  /** True if every contestant has the rounds that were planned: what a recorded run takes. */
  enough: boolean;
  /** True if there are figures to read: of each scenario a ratio, or a contestant's where nothing is compared. */
  answered: boolean;
}

/** A round that is void or noisy, and why. */
export interface JudgedRound {
  round: number;
  contestant: string;
  scenario: string;
  reasons: Reason[];
}

/** Ratios of one contestant over another in one scenario. */
export interface Comparison {
  /** For people: 'A/A: mean against itself'; null where it is just the one over the other. */
  title: string | null;
  scenario: string;
  /** Keys of contestants: numerator and denominator. */
  a: string;
  b: string;
  /** How many of its rounds are noisy, and whether one is so noisy that its latency says little. */
  noisy: number;
  isHeavy: boolean;
  /** By the figure's name: p50_ms, appCpu_ms_per_1000, heap_bytes_per_client_0 ... */
  figures: Record<string, Ratios>;
}

/** Medians over the valid rounds, of figures that are taken so; null: it couldn't be read. */
type Medians = Record<MedianName, number | null>;

export interface ContestantSummary extends Contestant, Medians {
  version: string;
  scenario: string;
  drivers: string[];
  /** What was negotiated, each once; empty if no round was run. */
  extensions: string[];
  /** Those that figures are made of, and how many of them are noisy; those whose pair was dropped; void ones. */
  rounds: { counted: number; noisy: number; dropped: number; void: number };
  /** Over the merged histograms of all valid rounds. */
  latency: Percentiles | null;
  /** Sums over the valid rounds. */
  counts: Record<CountName, number>;
  /** Witnesses whose full view was held against MongoDB, and those that differed; sums. */
  witnesses: { checked: number; differing: number };
  memory: MemorySummary[];
  /** Clients whose instance was killed; absent where none was. Sums over the valid rounds. */
  killed?: KilledAccount;
  /** What one more document held by one more client costs; null without two rounds that differ in documents. */
  heldDocument: Record<string, number> | null;
}

export const countNames = [
  'scheduled',
  'sent',
  'acknowledged',
  'refused',
  'stored',
  'expected',
  'delivered',
  'lost',
  'superseded',
  'duplicated',
  'reordered',
  'unexpected',
] as const;
export type CountName = (typeof countNames)[number];

/**
 * Lines through the steps of all valid starts of the app that held so many documents, by their names; null: what it
 * takes wasn't read.
 */
export interface MemorySummary extends Record<LineName, Slope | null> {
  documents: number;
  starts: number;
  /** The step counts of clients. */
  steps: number[];
}

/** @returns a contestant's figure: null if it lies beyond the drain, undefined if it wasn't measured */
export function figureOf(contestant: ContestantSummary, figure: Figure): number | null | undefined {
  switch (figure.kind) {
    case 'latency':
      return contestant.latency?.[figure.name];
    case 'median':
      return contestant[figure.name as MedianName] ?? undefined;
    case 'slope':
      return lineOf(contestant, figure)?.slope;
  }
}

/** The line whose slope the figure is; null if there is none. */
export function lineOf(
  { memory }: Pick<ContestantSummary, 'memory'>,
  { line, documents }: Pick<SlopeFigure, 'line' | 'documents'>,
): Slope | null {
  return memory.find((held) => held.documents === documents)?.[line as LineName] ?? null;
}

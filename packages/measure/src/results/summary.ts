import type { Ratios, Slope } from '@meteor-vs-mean/stats';
import type { Capacity } from './capacity.ts';
import type { AppContestant } from './contestant.ts';
import type { DroppedPairs } from './counted.ts';
import type { Curve } from './curve.ts';
import type { Figure, SlopeFigure } from './figure.ts';
import type { LineName } from './figures.ts';
import type { CompareManifest, RunManifest } from './manifest.ts';
import type { Published } from './plan.ts';
import type { KilledAccount, Reason } from './round.ts';

/**
 * What a run comes to: the figures of each contestant at each load, and the ratios within pairs. It is computed from
 * manifest.json, rounds.jsonl and the histograms each time a folder is read, and never stored.
 */
export interface Summary
  extends Pick<RunManifest, 'kind' | 'experiment' | 'id' | 'size' | 'seed' | 'started' | 'machine' | 'plan'> {
  format: 4;
  results: Result[];
  /** First over second: every comparison of the plan at each load that both were given. */
  comparisons: Comparison[];
  claims: Claim[];
  /** Rounds that were measured. */
  measured: number;
  void: JudgedRound[];
  noisy: JudgedRound[];
  /** Pairs that are in no figure, by the contestant whose round was void. */
  dropped: DroppedPairs[];
  /** True if every contestant has the rounds that were planned: what a recorded run takes. */
  enough: boolean;
  /** True if there are figures to read: of each load a ratio, or a figure where nothing is compared. */
  answered: boolean;
}

/** Of a run of the stacks. */
export interface CompareSummary
  extends Summary,
    Pick<
      CompareManifest,
      'kind' | 'experiment' | 'partial' | 'stacks' | 'mongo' | 'network' | 'addresses' | 'plan'
    > {
  kind: 'compare';
  experiment: CompareManifest['experiment'];
  plan: CompareManifest['plan'];
  results: AppResult[];
  /** Of a capacity run: one a contestant. */
  capacities: Capacity[];
  /** Of a curve run: one a contestant. */
  curves: Curve[];
}

/** A round that is void or noisy, and why. */
export interface JudgedRound {
  round: number;
  contestant: string;
  load: string;
  reasons: Reason[];
}

/** Ratios of one contestant over another at one load. */
export interface Comparison {
  /** For people: 'A/A: mean against itself'; null where it is just the one over the other. */
  title: string | null;
  load: string;
  /** Keys of contestants: numerator and denominator. */
  a: string;
  b: string;
  /** How many of its rounds are noisy, and whether one is so noisy that its latency says little. */
  noisy: number;
  isHeavy: boolean;
  /** By the figure's name: p50_ms, appCpu_ms_per_1000, heap_bytes_per_client_0 ... */
  figures: Record<string, Ratios>;
}

/** A figure of a contestant at a load. */
export interface Value {
  /** Null: it is beyond what the rounds waited for, or (with `beyond` 0) it couldn't be read. */
  value: number | null;
  /** One for each round that counts. */
  each: number[];
  /** Rounds that count in which it is beyond what they waited for. */
  beyond: number;
}

/** One contestant at one load. */
export interface Result {
  contestant: string;
  load: string;
  /** Those that figures are made of, and how many of them are noisy; those whose pair was dropped; void ones. */
  rounds: { counted: number; noisy: number; dropped: number; void: number };
  /** By the figure's name. */
  figures: Record<string, Value>;
}

/** One stack, as compare ran it, at one load. */
export interface AppResult extends Result, AppContestant {
  version: string;
  drivers: string[];
  /** What was negotiated, each once; empty if no round was run. */
  extensions: string[];
  /** Sums over the rounds that count. */
  counts: Record<CountName, number>;
  /** Witnesses whose full view was compared with MongoDB, and those that differed; sums. */
  witnesses: { checked: number; differing: number };
  memory: MemorySummary[];
  /** Clients whose instance was killed; absent where none was. Sums over the rounds that count. */
  killed?: KilledAccount;
  /** What one more document held by one more client costs; null without two rounds that differ in documents. */
  heldDocument: Record<string, number> | null;
}

/** The lines "published / here / why they may differ". */
export interface Claim {
  key: string;
  /** What it says, as a ratio of two contestants: in words. */
  what: string;
  published: Published;
  here: { text: string; ratio: number | null; interval: Ratios['interval'] };
  /** Ratio here over ratio published; null without both. */
  factor: number | null;
  /** Causes that can differ, from measured evidence where it is more than a factor of two. */
  why: string;
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

/** @returns a figure's value: null if it is beyond what the rounds waited for, undefined if it wasn't measured */
export function figureOf({ figures }: Pick<Result, 'figures'>, { name }: Pick<Figure, 'name'>) {
  const found = figures[name];
  return !found || (found.value === null && found.beyond === 0) ? undefined : found.value;
}

/** Whether rounds that measured deliveries are among those of a result. */
export function hasDeliveries({ figures }: Pick<Result, 'figures'>): boolean {
  return figures.p50_ms !== undefined;
}

/** The line whose slope the figure is; null if there is none. */
export function lineOf(
  { memory }: Pick<AppResult, 'memory'>,
  { line, documents }: Pick<SlopeFigure, 'line' | 'documents'>,
): Slope | null {
  return memory.find((held) => held.documents === documents)?.[line as LineName] ?? null;
}

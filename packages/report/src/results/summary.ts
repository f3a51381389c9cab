import type { Percentiles, Ratios, Slope } from '@meteor-vs-mean/stats';
import type { Contestant } from './contestant.ts';
import type { Knee } from './knee.ts';
import type { Experiment, Machine, MongoFacts, Network, StackFacts } from './manifest.ts';
import type { Reason } from './round.ts';
import type { SelfMeasure } from './self.ts';

/**
 * What summary.json says: per scenario and contestant the middle of its valid rounds, and the ratios within pairs.
 * Everything in it follows from manifest.json, rounds.jsonl and the histograms, with the manifest's seed.
 */
export interface Summary {
  format: 2;
  id: string;
  /** As in the manifest. */
  toy?: boolean;
  experiment: Experiment;
  partial: boolean;
  seed: number;
  stacks: Record<string, StackFacts>;
  mongo: MongoFacts;
  machine: Machine;
  network: Network;
  contestants: ContestantSummary[];
  /** First over second. Of a run of two contestants one a scenario; of a control each control; of a ladder each row over the default. */
  comparisons: Comparison[];
  /** Of a knee run. */
  knees: Knee[];
  /** Of a self run: one a transport. */
  self: SelfMeasure[];
  /** What was asked for and isn't among the contestants, and why: a mode from a later version, a driver that isn't there. */
  notRun: { what: string; reason: string }[];
  /** Why a `full` run ended; null of the others. */
  stopping: Stopping | null;
  /** The noise that an A/A run found, read when this run was made; null if there was none. */
  floor: Floor | null;
  /** The newest self-measure of this machine, or else the reference's; null if there is none. */
  bench: { folder: string; sameMachine: boolean; measures: SelfMeasure[] } | null;
  void: { round: number; contestant: string; scenario: string; reasons: Reason[] }[];
  /** True if every contestant has the valid rounds that were asked for. */
  enough: boolean;
}

/** Ratios of one contestant over another in one scenario. */
export interface Comparison {
  /** For people; null where a run has one comparison a scenario: 'A/A: mean against itself'. */
  title: string | null;
  scenario: string;
  /** Keys of contestants: numerator and denominator. */
  a: string;
  b: string;
  /** By the figure's name: p50_ms, p95_ms, p99_ms, appCpu_ms_per_1000, mongodCpu_ms_per_1000, heap_bytes_per_client_0 ... */
  figures: Record<string, Ratios>;
}

export interface ContestantSummary extends Contestant {
  version: string;
  scenario: string;
  drivers: string[];
  /** What was negotiated, each once; empty if no round was run. */
  extensions: string[];
  rounds: { valid: number; void: number };
  /** Over the merged histograms of all valid rounds. */
  latency: Percentiles | null;
  /** Sums over the valid rounds. */
  counts: Record<CountName, number>;
  /** Witnesses whose full view was held against MongoDB, and those that differed; sums. */
  witnesses: { checked: number; differing: number };
  /** Medians over the valid rounds. */
  appCpu_ms_per_1000: number | null;
  mongodCpu_ms_per_1000: number | null;
  appRss_bytes: number | null;
  mongodRss_bytes: number | null;
  /** Share of the window that the app's threads spent waiting for a core. */
  appWaiting: number | null;
  memory: MemorySummary[];
  /** What one more document held by one more client costs; null without two rounds that differ in documents. */
  heldDocument: { heap_bytes: number; rss_bytes: number } | null;
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

/** Lines through the steps of all valid starts of the app that held so many documents. */
export interface MemorySummary {
  documents: number;
  starts: number;
  /** The step counts of clients. */
  steps: number[];
  /** Bytes a client. */
  heap: Slope;
  rss: Slope;
  /** CPU milliseconds a second and client, of clients that hold and get nothing; null where it wasn't read. */
  idleCpu: Slope | null;
}

/** When a run that adds pairs looks, and what it found. Fixed before the first round. */
export interface Stopping {
  /** Numbers of pairs after which it looks. */
  looks: number[];
  /** Both intervals must lie within this of their middle: 0.1 for 10 %. */
  goal: number;
  /** Figures whose interval is looked at. */
  figures: string[];
  limit_s: number;
  ended: 'goal reached' | 'out of time' | 'last look';
  pairs: number;
  /** Half widths at the end, as a share: by figure. */
  reached: Record<string, number | null>;
  /** How many pairs it would probably take, from the spread that was seen; null when the goal was reached. */
  pairsNeeded: number | null;
}

/** A difference inside it is called "no difference seen". */
export interface Floor {
  /** Results folder of the control run, from the repository's root. */
  folder: string;
  /** False: it is the reference's, of another machine. */
  sameMachine: boolean;
  /** How much its rounds measured; absent in older folders. */
  of?: { pairs: number; duration_s: number; clients: number; rate: number };
  /** By figure: the A/A ratios, or their interval's ends where they have one, lie between 1/x and x. */
  figures: Record<string, number>;
}

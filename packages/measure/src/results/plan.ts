import type { SearchedCapacity } from './capacity.ts';
import type { Contestant } from './contestant.ts';
import type { SearchedCurve } from './curve.ts';
import type { Load } from './load.ts';
import type { OwnFigure } from './own-figure.ts';

/**
 * What a run was to do, and what it found that its rounds don't say: with its rounds, all that its summary follows from.
 */
export interface Plan {
  /** For people: what the run is of. */
  title: string;
  /** What the experiment asks, in one sentence; empty where the title says it. */
  question: string;
  /** The publication that is run again here; null of an experiment of ours. */
  source: Source | null;
  contestants: readonly Contestant[];
  loads: readonly Load[];
  /** Those of the experiment's own; delivery and client figures are defined in code. */
  figures: readonly OwnFigure[];
  comparisons: readonly PlannedComparison[];
  /** Tables of own figures. */
  tables: readonly PlannedTable[];
  claims: readonly PlannedClaim[];
  needed: readonly Needed[];
  /** What was asked for and isn't among the contestants, and why: a mode from a later version, a driver that isn't there. */
  notRun: readonly { what: string; reason: string }[];
  /** Why a `full` run ended; null of the others. */
  stopping: Stopping | null;
  /** Of a capacity run, one a contestant. */
  capacities: readonly SearchedCapacity[];
  /** Of a curve run, one a contestant. */
  curves: readonly SearchedCurve[];
  /** The noise that an A/A run found, read when this run was made; null if there was none. */
  floor: Floor | null;
}

export interface Source {
  title: string;
  author: string;
  year: number;
  url: string;
  machine: string;
}

/** Loads down, contestants across. */
export interface Extent {
  /** Keys of loads and of contestants. */
  rows: readonly string[];
  columns: readonly string[];
  /** The contestant over which ratios are taken; null: no ratios. */
  baseline: string | null;
}

export interface PlannedTable extends Extent {
  key: string;
  /** Name of an own figure. */
  figure: string;
  /** Where several tables have one figure; default: the figure's own. */
  title?: string;
  /** As printed by the source: of a load, by contestants. */
  published?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** After the figure's own. */
  notes?: readonly string[];
}

/** What a source says of a ratio. */
export interface Published {
  text: string;
  /** Null: it gives no number. */
  ratio: number | null;
  /** On which side of 1 it lies, where the source says that without a number. */
  side?: 'below' | 'above';
}

export interface PlannedClaim {
  key: string;
  what: string;
  published: Published;
  /** The ratio here: of a figure at one load, numerator over denominator; of two loads where `otherLoad` is given. */
  here: { figure: string; load: string; over: readonly [string, string]; otherLoad?: string };
  why: string;
}

/** Ratios that the summary shows: keys of contestants, numerator and denominator. */
export interface PlannedComparison {
  title: string | null;
  a: string;
  b: string;
}

/** Valid rounds that a run takes. */
export interface Needed {
  contestant: string;
  load: string;
  rounds: number;
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

/** The noise threshold: a smaller difference counts as none. */
export interface Floor {
  /** Results folder of the control run, from the repository's root. */
  folder: string;
  /** False: it is the reference's, of another machine. */
  sameMachine: boolean;
  /** How much its rounds measured; absent in older folders. */
  of?: { pairs: number; duration_s: number; clients: number; rate: number };
  /** How many of the A/A rounds were noisy; absent: none. */
  noisy?: number;
  /** By figure: the A/A ratios, or their interval's ends where they have one, lie between 1/x and x. */
  figures: Record<string, number>;
  /** Figures with an A/A pair beyond the drain: no difference is too large to be noise. Absent: there is none. */
  beyond?: string[];
}

import type { Contestant } from './contestant.ts';
import type { SearchedCurve } from './curve.ts';
import type { Knee } from './knee.ts';

/**
 * What a run of compare was to do, and what it found that its rounds don't say: with its rounds, all that its summary
 * follows from.
 */
export interface ComparePlan {
  contestants: readonly Contestant[];
  comparisons: readonly PlannedComparison[];
  needed: readonly Needed[];
  /** What was asked for and isn't among the contestants, and why: a mode from a later version, a driver that isn't there. */
  notRun: readonly { what: string; reason: string }[];
  /** Why a `full` run ended; null of the others. */
  stopping: Stopping | null;
  /** The searches of a knee run. */
  knees: readonly SearchedKnee[];
  /** Of a curve run, one a contestant; absent in older folders: none. */
  curves?: readonly SearchedCurve[];
  /** The noise that an A/A run found, read when this run was made; null if there was none. */
  floor: Floor | null;
}

/** Ratios that the summary shows: keys of contestants, numerator and denominator. */
export interface PlannedComparison {
  title: string | null;
  a: string;
  b: string;
}

/** Valid rounds that a run takes. */
export interface Needed {
  /** Of a contestant. */
  key: string;
  scenario: string;
  rounds: number;
}

/** A knee without what follows from its rounds. */
export interface SearchedKnee extends Omit<Knee, 'trials'> {
  trials: readonly Omit<Knee['trials'][number], 'p99_ms'>[];
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
  /** How many of the A/A rounds were noisy; absent: none. */
  noisy?: number;
  /** By figure: the A/A ratios, or their interval's ends where they have one, lie between 1/x and x. */
  figures: Record<string, number>;
  /** Figures with an A/A pair beyond the drain: no difference is too large to be noise. Absent: there is none. */
  beyond?: string[];
}

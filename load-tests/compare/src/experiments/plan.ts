import type {
  AppContestant,
  Needed,
  PlannedComparison,
  SearchedCapacity,
  SearchedCurve,
  Stopping,
} from '@meteor-vs-mean/measure/results';
import type { SoFar } from '@meteor-vs-mean/measure/run';
import type { PlannedRound } from './planned-round.ts';

/** What an experiment is, apart from running it: who takes part, which rounds in which order, when it is enough. */
export interface ExperimentPlan {
  readonly contestants: readonly AppContestant[];
  /** What was asked for and can't take part, and why. */
  readonly notRun: readonly { what: string; reason: string }[];
  readonly comparisons: readonly PlannedComparison[];
  /** Valid rounds that it takes. */
  readonly needed: readonly Needed[];
  /** About how many rounds, for people; null where that depends on what is found. */
  readonly total: number | null;
  /** The rounds in their order. It may look at what was measured before it says the next one. */
  rounds(sofar: SoFar): Iterable<PlannedRound>;
  /** How a run that looks at its figures ended; null, or absent, where none does. */
  stopping?(): Stopping | null;
  /** The searches for the capacity so far; absent where none is looked for. */
  capacities?(): readonly SearchedCapacity[];
  /** What was measured of curves so far; absent where there is none. */
  curves?(): readonly SearchedCurve[];
  /** True if a contestant that can't be started is left out, instead of ending the run. */
  readonly goesOn?: boolean;
}

/** What an experiment must know of the stacks that are here. */
export interface Setting {
  /** @returns why a stack can't run in this mode, naming the version that can; null if it can */
  missingMode(stack: string, mode: string): string | null;
  /** The Node of another stack, of another version, and whether this stack runs on it; null if there is none. */
  otherNode(stack: string): OtherNode | null;
}

export type OtherNode = { of: string; version: string } & ({ runs: true } | { runs: false; reason: string });

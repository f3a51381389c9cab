import type { LabSummary } from '@meteor-vs-mean/report';
import type { Stage } from './stage.ts';

/** `toy`: counts are right, for tests (all five in two minutes); `quick`: two minutes an experiment; `whole`: intervals. */
export type Size = 'toy' | 'quick' | 'whole';

/** A published experiment, or one of ours. */
export interface Experiment {
  name: string;
  title: string;
  question: string;
  source: LabSummary['source'];
  targets: readonly Target[];
  /** Loads, tables and claims at a size. */
  plan(size: Size): Plan;
}

/** A server and its client: one small file each. */
export interface Target {
  key: string;
  title: string;
  /** @returns versions of the named libraries and runtimes, or why it can't be run on this machine, in one line */
  find(): Promise<{ versions: Record<string, string> } | { notRun: string }>;
  /**
   * Builds what its rounds start, before the first of any target: it may take minutes, and listings don't call it.
   * Throws one line if that fails: the target is then not run, for that reason.
   * @returns versions that are known only then
   */
  prepare?(log: (line: string) => void): Promise<Record<string, string>>;
}

export interface Plan {
  /** Repeats of every load; six at least carry intervals. Even numbers balance the order. */
  repeats: number;
  loads: readonly Load[];
  tables: readonly PlannedTable[];
  claims: readonly PlannedClaim[];
}

/** What is asked of some targets, one after the other: A B C, in the next repeat C B A. */
export interface Load {
  key: string;
  title: string;
  /** Keys of targets. */
  targets: readonly string[];
  /** That is measured once more in each repeat, for the A/A. */
  baseline: string | null;
  /** Only in so many of the first repeats: of what takes minutes and hardly varies. The plan's if not given. */
  repeats?: number;
  /** Starts the target's programs on the stage, warms up, measures once. The stage ends what it started. */
  measure(target: string, stage: Stage): Promise<Sample>;
}

export interface Sample {
  /** By names that tables know; null: couldn't be read here. */
  figures: Record<string, number | null>;
  /** What was owed and what came, exactly; at least one. */
  accounts: readonly { what: string; owed: number; seen: number }[];
  /** The client was too busy, and such: makes the round void. */
  reasons?: readonly { code: string; threshold: string; reading: string; remedy: string }[];
}

export interface PlannedTable {
  key: string;
  title: string;
  /** Name of a figure of the samples. */
  figure: string;
  unit: string;
  better: 'more' | 'less';
  /** Keys of loads and of targets. */
  rows: readonly string[];
  columns: readonly string[];
  baseline: string | null;
  /** As printed by the source: [load, target, figure]. */
  published?: readonly (readonly [string, string, number])[];
  notes?: readonly string[];
}

export interface PlannedClaim {
  key: string;
  what: string;
  published: { text: string; ratio: number | null };
  /** The ratio here: two cells of one load of a table's figure, numerator over denominator. */
  here: { figure: string; load: string; over: readonly [string, string]; otherLoad?: string };
  why: string;
}

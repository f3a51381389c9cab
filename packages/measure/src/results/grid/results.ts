import type { Ratios } from '@meteor-vs-mean/stats';
import type { GridKind, GridManifest, Machine, Size } from '../manifest.ts';
import type { RoundFiles } from '../pack.ts';
import type { Reason, Surroundings, Verdict } from '../round.ts';
import type { GridSource, GridTarget, Published } from './plan.ts';

/** A results folder of loads x targets. */
export interface GridFolder {
  folder: string;
  manifest: GridManifest;
  rounds: GridRound[];
  summary: GridSummary;
  /** What is kept beside the rounds, such as single times. */
  texts: RoundFiles;
}

/** What was owed in a round and what came of it: they differ only by what may be lost. */
export interface GridAccount {
  what: string;
  owed: number;
  seen: number;
  /** What did not come, where that is a finding and no fault of measuring; absent where nothing may be lost. */
  lost?: number;
}

/** A line of rounds.jsonl: one target under one load, measured once, its programs started for it alone. */
export interface GridRound {
  round: number;
  /** From 1; the rounds of one repeat and load make pairs. */
  repeat: number;
  load: string;
  target: string;
  /** True of the baseline measured once more: pairs of it with the baseline are A/A. */
  again: boolean;
  started: string;
  /** Of those that the experiment names; null: it couldn't be read here. */
  figures: Record<string, number | null>;
  /** Figures that are null because they lie beyond what the round waited for, as of writes that were lost. */
  beyond?: string[];
  /** What was owed and what came: a round in which they differ is void. */
  accounts: GridAccount[];
  verdict: Verdict;
  reasons: Reason[];
  surroundings: Surroundings | null;
}

/** All that is printed of a run: computed from rounds.jsonl and the manifest when a folder is read. */
export interface GridSummary {
  format: 3;
  kind: GridKind;
  experiment: string;
  id: string;
  title: string;
  question: string;
  source: GridSource | null;
  size: Size;
  seed: number;
  started: string;
  machine: Machine;
  targets: GridTarget[];
  loads: { key: string; title: string }[];
  tables: GridTable[];
  claims: GridClaim[];
  /** Rounds that were measured. */
  measured: number;
  void: JudgedCell[];
  noisy: JudgedCell[];
  /** Whether each cell that can be measured here has the rounds that it takes: what a recorded run needs. */
  enough: boolean;
  /** Whether a table has a figure. */
  answered: boolean;
}

/** A round that is void or noisy, and why. */
export interface JudgedCell {
  round: number;
  target: string;
  load: string;
  reasons: Reason[];
}

/** One figure: loads down, targets across. */
export interface GridTable {
  key: string;
  title: string;
  figure: string;
  unit: string;
  better: 'more' | 'less';
  rows: string[];
  columns: string[];
  /** The target over which ratios are taken; null: no ratios. */
  baseline: string | null;
  cells: GridCell[];
  /** How far A/A ratios of the baseline lay from 1 at most (0.03: 3 %), of all loads; null: none were run, or one is `unbounded`. */
  floor: number | null;
  /** The same of each load by its key, for those that have one; absent in older folders. */
  floors?: Record<string, number>;
  /** Loads with an A/A pair beyond what was waited for: no difference is too large to be noise. Absent: there is none. */
  unbounded?: string[];
  notes: string[];
}

export interface GridCell {
  row: string;
  column: string;
  /** One a valid round. */
  each: number[];
  /** So many valid rounds more in which it lies beyond what they waited for; absent where there are none. */
  beyond?: number;
  /** Median of both; null: no valid round, or it lies beyond in half of them. */
  middle: number | null;
  /** Over the baseline's of the same load, within repeats; null: of the baseline itself, or no pair is valid. */
  ratio: Ratios | null;
  /** As the source printed it, in the table's unit. */
  published: number | null;
  /** Published over the published baseline of the same row. */
  publishedRatio: number | null;
  /** Why there is no figure; null if there is. */
  notRun: string | null;
}

/** The lines "published / here / why they may differ". */
export interface GridClaim {
  key: string;
  /** What it says, as a ratio of two cells: in words. */
  what: string;
  published: Published;
  here: { text: string; ratio: number | null; interval: Ratios['interval'] };
  /** Ratio here over ratio published; null without both. */
  factor: number | null;
  /** Causes that can differ, from measured evidence where it is more than a factor of two. */
  why: string;
}

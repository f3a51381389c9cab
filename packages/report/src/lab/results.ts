import type { Ratios } from '@meteor-vs-mean/stats';
import type { Machine, Manifest, Reason, Surroundings } from '../results.ts';

/** manifest.json of a run of the lab; `lab` tells it from one of compare. */
export interface LabManifest {
  format: 1;
  /** Name of the experiment. */
  lab: string;
  id: string;
  /** ISO times. */
  started: string;
  finished: string;
  /** As typed. */
  command: string;
  options: Record<string, unknown>;
  ended: 'complete' | { failed: string };
  git: Manifest['git'];
  /** Versions of what measures. */
  bench: Record<string, string>;
  machine: Machine;
  seed: number;
}

/** A line of rounds.jsonl: one target under one load, measured once, its programs started for it alone. */
export interface LabRound {
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
  /** What was owed and what came: a round in which they differ is void. */
  accounts: { what: string; owed: number; seen: number }[];
  verdict: 'valid' | 'void';
  reasons: Reason[];
  surroundings: Surroundings | null;
}

/** summary.json: all that is printed follows from rounds.jsonl and the experiment's own texts. */
export interface LabSummary {
  format: 1;
  lab: string;
  id: string;
  title: string;
  /** What the experiment asks, in one sentence. */
  question: string;
  /** What is run again here; null of an experiment that is ours. */
  source: { title: string; author: string; year: number; url: string; machine: string } | null;
  size: 'toy' | 'quick' | 'whole';
  seed: number;
  started: string;
  machine: Machine;
  targets: LabTarget[];
  loads: { key: string; title: string }[];
  tables: LabTable[];
  claims: LabClaim[];
  void: { round: number; target: string; load: string; reasons: Reason[] }[];
  /** Whether each cell that can be measured here has the valid rounds that it takes. */
  enough: boolean;
}

/** What is measured: a server and its client. */
export interface LabTarget {
  key: string;
  title: string;
  /** Of the named libraries and runtimes on both ends. */
  versions: Record<string, string>;
  /** Why it isn't run on this machine; null if it is. */
  notRun: string | null;
}

/** One figure: loads down, targets across. */
export interface LabTable {
  key: string;
  title: string;
  figure: string;
  unit: string;
  better: 'more' | 'less';
  rows: string[];
  columns: string[];
  /** The target over which ratios are taken; null: no ratios. */
  baseline: string | null;
  cells: LabCell[];
  /** How far A/A ratios of the baseline lay from 1 at most (0.03: 3 %), of all loads; null: none were run. */
  floor: number | null;
  /** The same of each load by its key, for those that have one; absent in older folders. */
  floors?: Record<string, number>;
  notes: string[];
}

export interface LabCell {
  row: string;
  column: string;
  /** One a valid round. */
  each: number[];
  /** Median of them; null: no valid round. */
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
export interface LabClaim {
  key: string;
  /** What it says, as a ratio of two cells: in words. */
  what: string;
  /** As the source has it, in words, and the ratio; null: it gives none. */
  published: { text: string; ratio: number | null };
  here: { text: string; ratio: number | null; interval: Ratios['interval'] };
  /** Ratio here over ratio published; null without both. */
  factor: number | null;
  /** Causes that can differ, from measured evidence where it is more than a factor of two. */
  why: string;
}

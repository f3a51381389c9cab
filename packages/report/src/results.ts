import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Line, Percentiles, Ratios } from '@meteor-vs-mean/stats';

/**
 * What a results folder holds. Reports are drawn from it alone:
 * `manifest.json` (Manifest), `rounds.jsonl` (a Round a line), `summary.json` (Summary), and in `rounds/<number>/`
 * the round's schedule, its histograms in HDR's compressed form, and a timeline of samples.
 */
export interface Manifest {
  format: 1;
  id: string;
  /** ISO 8601. */
  started: string;
  finished: string;
  /** As it was typed; run again in the same commit, it does the same. */
  command: string;
  options: Record<string, unknown>;
  seed: number;
  /** Why it ended. Of a run that failed the rounds before are kept. */
  ended: 'complete' | { failed: string };
  /** True if a stack that was asked for did not run. */
  partial: boolean;
  git: { commit: string; modified: boolean } | null;
  machine: Machine;
  /** Versions of the bench's own parts: node, artillery, mongodb driver. */
  bench: Record<string, string>;
  mongo: MongoFacts;
  stacks: Record<string, StackFacts>;
}

export interface Machine {
  cpu: string;
  cores: number;
  memory_bytes: number;
  kernel: string;
  os: string;
  /** In words: whether generator, app and mongod have cores of their own. */
  pinning: string;
}

/** As the running server says, not as its settings should be. */
export interface MongoFacts {
  version: string;
  source: string;
  storageEngine: string;
  /** Null where the server doesn't tell. */
  journalCommitInterval_ms: number | null;
  writeConcernMajorityJournalDefault: boolean | null;
  defaultWriteConcern: Record<string, unknown> | null;
  /** What both apps ask for with each write. */
  writeConcern: string;
}

export type StackFacts =
  | {
      ran: true;
      title: string;
      version: string;
      node: string;
      versions: Record<string, string>;
      build: string;
      /** What its build sends to a browser, in bytes. Older runs have none. */
      javascript?: { firstPage: Weight; allPages: Weight };
    }
  | { ran: false; title: string; reason: string; remedy: string; recorded: Recorded | null };

/** Some files, each compressed by itself: gzip at level 6, brotli at quality 11. */
export interface Weight {
  files: number;
  raw_bytes: number;
  gzip_bytes: number;
  brotli_bytes: number;
}

/** The newest reference run in which a stack really ran, named beside a stack that couldn't. */
export interface Recorded {
  folder: string;
  version: string;
  /** ISO 8601. */
  date: string;
  p50_ms: number | null;
  p99_ms: number | null;
}

/** Of a process and all its children, between two moments. */
export interface Usage {
  cpu_ms: number;
  /** Time spent waiting for a core; null where the system doesn't tell. */
  waiting_ms: number | null;
  /** At the end of the window. */
  rss_bytes: number;
}

/** A broken rule of validity. */
export interface Reason {
  code: string;
  threshold: string;
  reading: string;
  remedy: string;
}

/** One stack in one mode over one transport. */
export interface Contestant {
  stack: string;
  mode: string;
  transport: string;
}

interface RoundBase extends Contestant {
  round: number;
  /** Rounds of one pair run on the same schedule, one of each contestant. */
  pair: number;
  scenario: string;
  writer: 'app' | 'database';
  verdict: 'valid' | 'void';
  reasons: Reason[];
  /** ISO 8601. */
  started: string;
  /** Observe drivers read from the running server. */
  drivers: string[];
  /** WebSocket extensions that were negotiated. */
  extensions: string;
}

/** A round that measured deliveries. Counts are defined in ../shared/design.md and in the README's "What is counted". */
export interface DeliveryRound extends RoundBase, Percentiles {
  kind: 'deliveries';
  seed: number;
  /** Subscribers that had their snapshot before the first write. */
  subscribers: number;
  scheduled: number;
  sent: number;
  acknowledged: number;
  refused: number;
  /** Found in MongoDB over the bench's own connection. */
  stored: number;
  /** stored x subscribers. */
  expected: number;
  delivered: number;
  lost: number;
  superseded: number;
  duplicated: number;
  reordered: number;
  /** Deliveries of writes that MongoDB doesn't hold. */
  unexpected: number;
  /** `removed` messages: changes that the writes caused, but that are no deliveries. */
  removed: number;
  drain_ms: number;
  /** How late writes were sent, against the schedule. */
  lateness_p99_ms: number | null;
  acknowledgement_p50_ms: number | null;
  /** Witnesses whose full view was held against MongoDB, and those that differed. */
  witnesses: { checked: number; differing: number };
  /** From the first write to the end of the drain. */
  window_ms: number;
  app: Usage | null;
  mongod: Usage | null;
  generator: Usage | null;
  /** Busy share of the receiving event loop, 0 to 1. */
  generatorUtilisation: number | null;
  appCpu_ms_per_1000: number | null;
  mongodCpu_ms_per_1000: number | null;
}

/** A round that measured memory: clients were added step by step, each holding so many documents. */
export interface MemoryRound extends RoundBase {
  kind: 'memory';
  /** Documents that each client holds. */
  documents: number;
  steps: MemoryStep[];
  /** Bytes a client, and bytes of the empty app. Null for a void round. */
  rss: Line | null;
  heap: Line | null;
}

export interface MemoryStep {
  clients: number;
  rss_bytes: number;
  pss_bytes: number | null;
  /** Live heap and external memory, after collections that no longer freed anything. */
  heap_bytes: number;
  mongodRss_bytes: number | null;
}

export type Round = DeliveryRound | MemoryRound;

/** What summary.json says: per contestant the middle of its valid rounds, and the ratios within pairs. */
export interface Summary {
  format: 1;
  id: string;
  partial: boolean;
  seed: number;
  stacks: Record<string, StackFacts>;
  mongo: MongoFacts;
  machine: Machine;
  contestants: ContestantSummary[];
  /** First contestant over second, by scenario and figure; null unless there are just two. */
  ratios: Record<string, Record<string, Ratios>> | null;
  void: { round: number; stack: string; scenario: string; reasons: Reason[] }[];
  /** True if every contestant has the valid rounds that were asked for. */
  enough: boolean;
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

/** Medians over the starts of the app. */
export interface MemorySummary {
  documents: number;
  starts: number;
  /** The step counts of clients. */
  steps: number[];
  rss_bytes_per_client: number;
  heap_bytes_per_client: number;
  rss_bytes_empty: number;
  /** The worst r² among the fitted lines: near 1, or the slope says little. Two steps are always on a line. */
  heap_r2: number;
  rss_r2: number;
}

/** @throws if the folder doesn't hold a results folder's files */
export async function readResults(
  folder: string,
): Promise<{ manifest: Manifest; rounds: Round[]; summary: Summary }> {
  const read = (file: string) => readFile(path.join(folder, file), 'utf8');
  const lines = (await read('rounds.jsonl')).split('\n').filter((line) => line !== '');
  return {
    manifest: JSON.parse(await read('manifest.json')),
    rounds: lines.map((line) => JSON.parse(line)),
    summary: JSON.parse(await read('summary.json')),
  };
}

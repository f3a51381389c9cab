import type { Percentiles, Ratios, Slope } from '@meteor-vs-mean/stats';

/**
 * What a results folder holds. Reports are drawn from it alone:
 * `manifest.json` (Manifest), `rounds.jsonl` (a Round a line), `summary.json` (Summary), and in `rounds/<number>/`
 * the round's schedule, its histograms in HDR's compressed form, a timeline of samples, and the deliveries of each half
 * second.
 */
export interface Manifest {
  format: 2;
  id: string;
  /** Made with TOY=1: it shows that the command works, and its figures say nothing. Absent in older folders. */
  toy?: boolean;
  experiment: Experiment;
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
  network: Network;
  /** Versions of the bench's own parts: node, artillery, mongodb driver. */
  bench: Record<string, string>;
  mongo: MongoFacts;
  stacks: Record<string, StackFacts>;
}

/** What a run is for; `compare` without a flag is `quick`. */
export type Experiment = 'quick' | 'full' | 'control' | 'knee' | 'ladder' | 'self';

/** What lies between the generator and the apps, and nowhere else. One way, so a round trip has it twice. */
export interface Network {
  /** Null: nothing, loopback. Otherwise what makes it, with its version: `toxiproxy 2.12.0`, `tc netem`. */
  by: string | null;
  latency_ms: number;
  jitter_ms: number;
  /** 0 to 1; netem only. */
  loss: number;
  /** What it was before the first round, in the middle of some pings; null where nothing lies between. */
  measured: {
    /** There and back over it. */
    roundTrip_ms: number;
    /** The same without delay: what its maker adds. */
    own_ms: number;
    /** To MongoDB, which isn't reached over it: before it was there, and since. */
    mongoBefore_ms: number;
    mongoAfter_ms: number;
  } | null;
}

export interface Machine {
  cpu: string;
  cores: number;
  memory_bytes: number;
  kernel: string;
  os: string;
  /** In words: whether generator, app and mongod have cores of their own, or why not. */
  pinning: string;
  /** Whether the writers' thread goes before all others that wait for a core; older runs don't say. */
  writersFirst?: boolean;
  /** Cores of each; null where they share all of them: then figures are labelled shared-core. */
  cpuSets: { generator: string; app: string; mongod: string } | null;
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

/** What the machine did besides a round. Null where the system doesn't tell, as on macOS. */
export interface Surroundings {
  /** Cores that may be used. */
  cores: number;
  /**
   * CPU of all processes that aren't ours, in cores, and the busiest of them. It may be `uncertain` by so much (two
   * standard deviations); older runs don't say.
   */
  others: { cores: number; uncertain?: number; busiest: string | null } | null;
  /** Pages that went to swap or came from it. */
  swapped_pages: number | null;
  /** Shares of the window in which cores were withheld: by a limit of CPU, by heat, by other virtual machines (mean of the cores). */
  limited: number | null;
  hot: number | null;
  stolen: number | null;
  /** How far the clock on the wall went off the one that measures; a suspended machine is seen by it, too. */
  clockOff_ms: number;
}

/** A broken rule of validity. */
export interface Reason {
  code: string;
  threshold: string;
  reading: string;
  remedy: string;
}

/** One stack in one mode over one transport, with all that was changed of it. */
export interface Contestant {
  /** Names it within the run: `meteor`, `mean`, or what tells it from its kin, as in `meteor polling` or `mean (again)`. */
  key: string;
  stack: string;
  mode: string;
  transport: string;
  variant: Variant;
}

/** What differs from the app as it comes, measured as it is measured by default. */
export interface Variant {
  /** Who writes: `app` (calls a method) or `database` (straight into MongoDB). Default: app. */
  writer: 'app' | 'database';
  /** What the writes ask MongoDB for. Default: majority. */
  writeConcern: 'majority' | '1';
  /** Whether clients offer permessage-deflate, as browsers do. Default: true. */
  compression: boolean;
  /** Whether the app runs with the sampler's preload. Default: true. */
  probe: boolean;
  /** The stack whose Node it runs on. Default, null: its own. */
  node: string | null;
  /** Meteor's publication strategy. Default, null: the app's, SERVER_MERGE. */
  strategy: string | null;
}

export const asItComes: Variant = {
  writer: 'app',
  writeConcern: 'majority',
  compression: true,
  probe: true,
  node: null,
  strategy: null,
};

interface RoundBase extends Contestant {
  round: number;
  /** Rounds of one pair run on the same schedule, one of each contestant. */
  pair: number;
  scenario: string;
  verdict: 'valid' | 'void';
  reasons: Reason[];
  /** What was noticed of it that doesn't make it void: deliveries lost or doubled, an app that stood still. */
  remarks: Reason[];
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
  /** Subscribers that had their snapshot before the first write, and over how many lists or rooms they were spread. */
  subscribers: number;
  parents: number;
  /** Writes a second that were asked for. */
  rate_per_s: number;
  /** Processes that received. */
  generators: number;
  scheduled: number;
  sent: number;
  acknowledged: number;
  refused: number;
  /** Found in MongoDB over the bench's own connection. */
  stored: number;
  /** Stored writes times the subscribers of their list or room. */
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
  /** From the first write to the last: when there is something to do. Absent in older folders, null if it was cut short. */
  writing?: { window_ms: number; app: Usage | null; generator: Usage | null } | null;
  app: Usage | null;
  mongod: Usage | null;
  generator: Usage | null;
  /** Busy share of the receiving event loop, 0 to 1. */
  generatorUtilisation: number | null;
  /** Share of the writing in which a receiving thread waited for a core; of the one that waited most. Null where the system doesn't tell. */
  generatorWaiting: number | null;
  /** ... in which a receiving event loop stood still, for 50 ms and more at a time. */
  generatorStalled: number | null;
  /** What the machine did besides; null if the round ended before its time. */
  surroundings: Surroundings | null;
  /** Of the app, from inside, over the window; null without the preload. */
  eventLoop: { p50_ms: number; p99_ms: number; max_ms: number; utilisation: number } | null;
  appCpu_ms_per_1000: number | null;
  mongodCpu_ms_per_1000: number | null;
}

/** A round that measured memory: clients were added step by step, each holding so many documents. */
export interface MemoryRound extends RoundBase {
  kind: 'memory';
  /** Documents that each client holds. */
  documents: number;
  steps: MemoryStep[];
}

export interface MemoryStep {
  clients: number;
  rss_bytes: number;
  pss_bytes: number | null;
  /** Live heap and external memory, after collections that no longer freed anything. */
  heap_bytes: number;
  mongodRss_bytes: number | null;
  /** CPU that the app used for each second of holding these clients, after they had settled. */
  idleCpu_ms_per_s: number | null;
}

export type Round = DeliveryRound | MemoryRound;

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

/** The most that keeps p99 under the limit; found by bisection with repeats. */
export interface Knee {
  contestant: string;
  /** What was raised. */
  what: 'subscribers in one list' | 'subscribers in lists of 10' | 'writes a second';
  /** What was held: writes a second and list, or subscribers. */
  held: string;
  /** The p99 that must not be passed. */
  limit_ms: number;
  /** The highest level that passed; null if none did. */
  knee: number | null;
  /** What stood in the way of more. With the others than `latency` the knee is at least this. */
  limitedBy: 'latency' | 'generator' | 'asked' | 'time';
  /** In their order; `round` is a DeliveryRound of the run. */
  trials: { level: number; round: number; p99_ms: number | null; verdict: 'passed' | 'failed' | 'void' }[];
}

/** The engine, run as in a round, against an echo that does nothing. */
export interface SelfMeasure {
  transport: string;
  /** Latency that the engine itself adds: of deliveries that a server sends back at once, to 20 subscribers, at 20 writes a second. */
  added_p50_ms: number | null;
  added_p99_ms: number | null;
  /** The same at that load and at those of the reference runs, fewest subscribers first; older folders have none. */
  added?: AddedLatency[];
  /** The most that one generator process took without breaking a rule of validity; 0 if none was valid. */
  deliveries_per_s: number;
  /** The most subscribers that one took at so many writes a second, each to all of them. */
  subscribers: number;
  subscribersAt_writes_per_s: number;
  /** What stood in the way of more, in words. */
  limitedBy: string;
  /** What the generator's receiving thread spent its CPU on in the first load that was too much, largest first; shares of 1. */
  profile: { what: string; share: number }[];
  /** The most that several generator processes took together; null if it wasn't tried. */
  several: { generators: number; deliveries_per_s: number } | null;
  /** In words: which cores the echo had, and whether it shared them with the generator. */
  cores: string;
  trials: SelfTrial[];
}

/** What the engine adds at one load: a write goes to all subscribers one after the other, so it grows with them. */
export interface AddedLatency {
  subscribers: number;
  writes_per_s: number;
  /** Over the merged histograms of so many valid trials, and the writes that they had together. */
  trials: number;
  writes: number;
  /** Null if no trial was valid. */
  p50_ms: number | null;
  p99_ms: number | null;
}

export interface SelfTrial {
  subscribers: number;
  writes_per_s: number;
  /** That were owed. */
  deliveries_per_s: number;
  generators: number;
  p50_ms: number | null;
  p99_ms: number | null;
  /** Busy share of the busiest receiving event loop, 0 to 1; and of the echo's. */
  utilisation: number | null;
  echoUtilisation: number | null;
  verdict: 'valid' | 'void';
  reasons: Reason[];
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

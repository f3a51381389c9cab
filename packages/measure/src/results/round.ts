import type { Percentiles } from '@meteor-vs-mean/stats';

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
   * CPU of all processes that aren't ours, in cores, and the busiest of them with what it started and has ended since.
   * It may be `uncertain` by so much (two standard deviations). `unseen` is what no process that is still there accounts
   * for. Older runs don't say the last three.
   */
  others: {
    cores: number;
    busiest: string | null;
    uncertain?: number;
    busiest_cores?: number;
    unseen_cores?: number;
  } | null;
  /** Pages that went to swap or came from it. */
  swapped_pages: number | null;
  /** Shares of the window in which cores were withheld: by a limit of CPU, by heat, by other virtual machines (mean of the cores). */
  limited: number | null;
  hot: number | null;
  stolen: number | null;
  /** How far the clock on the wall went off the one that measures; a suspended machine is seen by it, too. */
  clockOff_ms: number;
}

/**
 * What a round is worth. `void`: it didn't measure what it says, and takes part in no figure. `noisy`: the machine was less
 * quiet than a recorded run wants; the round counts.
 */
export type Verdict = 'valid' | 'noisy' | 'void';

/** Whether a round's figures are used. */
export function isCounted({ verdict }: { verdict: Verdict }): boolean {
  return verdict !== 'void';
}

/** Of a round's reasons those that make it void. */
export function voidingReasons(reasons: readonly Reason[]): Reason[] {
  return reasons.filter(({ isNoise = false }) => !isNoise);
}

/** A broken rule. */
export interface Reason {
  /** True if it makes a round noisy; absent: it makes it void. */
  isNoise?: true;
  code: string;
  threshold: string;
  reading: string;
  remedy: string;
}

interface RoundBase {
  round: number;
  /** From 1. Rounds of one pair have the same seed, one of each contestant. */
  pair: number;
  /** Keys of the plan. */
  load: string;
  contestant: string;
  verdict: Verdict;
  reasons: Reason[];
  /** What was noticed of it that doesn't make it void: deliveries lost or doubled, an app that stood still. */
  remarks: Reason[];
  /** ISO 8601. */
  started: string;
  /** What the machine did besides; null if the round ended before its time, or doesn't look at it. */
  surroundings: Surroundings | null;
}

/** Of a round in which clients connected to an app. */
interface Connected {
  /** Observe drivers read from the running server. */
  drivers: string[];
  /** WebSocket extensions that were negotiated. */
  extensions: string;
}

/**
 * A round that measured deliveries, or the answers to the calls of users. Counts are defined in "What is counted" of load-tests/compare/README.md.
 */
export interface DeliveryRound extends RoundBase, Connected, Percentiles {
  kind: 'deliveries';
  /** True of users that follow a flow: without a schedule, what they sent counts as scheduled. */
  isOfUsers?: true;
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
  /** p50 counted from when each write was sent, without how late that was; null: not known. Older runs don't have it. */
  p50FromSending_ms?: number | null;
  acknowledgement_p50_ms: number | null;
  /** Witnesses whose full view was compared with MongoDB, and those that differed. */
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
  /** Of the app, from inside, over the window; null without the preload. */
  eventLoop: { p50_ms: number; p99_ms: number; max_ms: number; utilisation: number } | null;
  appCpu_ms_per_1000: number | null;
  mongodCpu_ms_per_1000: number | null;
  /** Of several instances the one that serves nobody; null if it couldn't be read. `app` is all of them together. */
  idleInstance?: IdleInstance | null;
  /** Of several instances the one that was killed; absent if none was. `app` is those that stayed. */
  killedInstance?: KilledInstance;
}

/** An instance without a subscriber and without a writer: it follows the database anyway. */
export interface IdleInstance extends Usage {
  /** Live heap and external memory after the round and a collection; null without the preload. */
  heap_bytes: number | null;
}

/** An instance that was ended by SIGKILL while there were writes, and what came of the clients that it had. */
export interface KilledInstance extends KilledAccount {
  /** Since the first write was due. */
  at_ms: number;
}

/** What was owed to the clients of killed instances over the whole round, and what came, at whichever instance. */
export interface KilledAccount {
  clients: number;
  expected: number;
  delivered: number;
  lost: number;
}

/** A round that measured memory: clients were added step by step, each holding so many documents. */
export interface MemoryRound extends RoundBase, Connected {
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

/** What was owed in a round and what came of it: they differ only by what may be lost. */
export interface SampleAccount {
  what: string;
  owed: number;
  seen: number;
  /** What did not come, where that is a finding and no fault of measuring; absent where nothing may be lost. */
  lost?: number;
}

/** A round that measured the experiment's own figures, its programs started for it alone. */
export interface SampleRound extends RoundBase {
  kind: 'sample';
  /** By their names; null: it couldn't be read here. */
  figures: Record<string, number | null>;
  /** Figures that are null because they are beyond what the round waited for, as of writes that were lost. */
  beyond?: string[];
  /** A round in which owed and seen differ is void. */
  accounts: SampleAccount[];
}

export type Round = DeliveryRound | MemoryRound | SampleRound;

/**
 * Share of the writing that the app's threads spent waiting for a core; in older folders of the whole window, the
 * drain included. Null where the system doesn't tell.
 */
export function waitingShare(round: Pick<DeliveryRound, 'app' | 'window_ms' | 'writing'>): number | null {
  const { app, window_ms } = round.writing ?? round;
  return app?.waiting_ms == null || window_ms === 0 ? null : app.waiting_ms / window_ms;
}

import type { Reason, Verdict } from './round.ts';

/** The engine, run as in a round, against an echo that does nothing. */
export interface SelfMeasure {
  transport: string;
  /**
   * Latency that the engine itself adds, of deliveries that a server sends back at once: at a low load and at those of the
   * reference runs, fewest subscribers first.
   */
  added: AddedLatency[];
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

/** A self-measure without its trials: those are the rounds of a self run. */
export type SelfFindings = Omit<SelfMeasure, 'trials'>;

/** A line of rounds.jsonl of a self run: one trial. Older runs have no more than the trial. */
export interface EchoRound extends SelfTrial {
  kind: 'echo';
  round: number;
  transport: string;
  /** ISO 8601. */
  started?: string;
  /** Writes that were scheduled, and deliveries that did not come: percentiles are taken again with them. */
  writes?: number;
  lost?: number;
  /** What the receiving thread spent its CPU on, where that was looked at. Such a round is slower, and is no trial. */
  profile?: SelfMeasure['profile'] | null;
}

/** @returns what a report shows of a round against the echo */
export function trialOf(round: EchoRound): SelfTrial {
  return {
    subscribers: round.subscribers,
    writes_per_s: round.writes_per_s,
    deliveries_per_s: round.deliveries_per_s,
    generators: round.generators,
    p50_ms: round.p50_ms,
    p99_ms: round.p99_ms,
    utilisation: round.utilisation,
    echoUtilisation: round.echoUtilisation,
    verdict: round.verdict,
    reasons: round.reasons,
  };
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
  verdict: Verdict;
  reasons: Reason[];
}

/** The measured load that has the nearest number of subscribers to these: 400 is nearer to 500 than to 200. */
export function addedNear({ added }: SelfMeasure, subscribers: number): AddedLatency {
  const measured = added.filter(({ p50_ms }) => p50_ms !== null);
  const far = (one: AddedLatency) => Math.abs(Math.log(one.subscribers / subscribers));
  return (measured.length > 0 ? measured : added).reduce((near, one) => (far(one) < far(near) ? one : near));
}

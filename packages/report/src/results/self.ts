import type { Reason } from './round.ts';

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

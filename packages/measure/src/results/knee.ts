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

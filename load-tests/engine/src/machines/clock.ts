import { RunError } from '../failures/error.ts';

/** One reading of the server's clock; sent and received by this machine's (process.hrtime.bigint()). */
export interface ClockSample {
  sent_ns: bigint;
  received_ns: bigint;
  /** Whole milliseconds, rounded down. */
  server_ms: number;
}

/** How far the server's clock is ahead of this machine's: between the two. */
export interface ClockOffset {
  low_ns: bigint;
  high_ns: bigint;
  /** The time of the reading, by this machine's clock. */
  at_ns: bigint;
}

/** Two clocks drift apart by at most this: each is within 50 ppm. */
const drift_ppm = 100n;

/**
 * The server reads its clock between request and answer, so each sample bounds the offset on both sides. The intersection
 * of all samples is at most as wide as the best round trip and a millisecond (Marzullo & Owicki, Maintaining the Time in a
 * Distributed System, 1983).
 * @throws RunError `clock-jumped` if no offset fits all samples
 */
export function offsetOf(samples: readonly ClockSample[]): ClockOffset {
  const bounds = samples.map(({ sent_ns, received_ns, server_ms }) => {
    const server_ns = BigInt(server_ms) * 1_000_000n;
    return { low_ns: server_ns - received_ns, high_ns: server_ns + 1_000_000n - sent_ns };
  });
  const low_ns = bounds.map((one) => one.low_ns).reduce((a, b) => (a > b ? a : b));
  const high_ns = bounds.map((one) => one.high_ns).reduce((a, b) => (a < b ? a : b));
  if (low_ns > high_ns) throw jumped((Number(low_ns - high_ns) / 1e6).toFixed(1));
  return { low_ns, high_ns, at_ns: samples.at(-1)?.received_ns ?? 0n };
}

/**
 * The offset during a whole run.
 * @returns the smallest interval that has both
 * @throws RunError `clock-jumped` if they differ by more than two clocks drift in that time
 */
export function offsetDuring(before: ClockOffset, after: ClockOffset): ClockOffset {
  const gap_ns = larger(before.low_ns - after.high_ns, after.low_ns - before.high_ns);
  const drift_ns = ((after.at_ns - before.at_ns) * drift_ppm) / 1_000_000n;
  if (gap_ns > drift_ns) throw jumped((Number(gap_ns) / 1e6).toFixed(1));
  return {
    low_ns: before.low_ns < after.low_ns ? before.low_ns : after.low_ns,
    high_ns: larger(before.high_ns, after.high_ns),
    at_ns: after.at_ns,
  };
}

/** The best estimate of the offset, wrong by at most `bound_ms`. */
export function middleOf({ low_ns, high_ns }: Pick<ClockOffset, 'low_ns' | 'high_ns'>): bigint {
  return (low_ns + high_ns) / 2n;
}

/** @returns milliseconds */
export function boundOf({ low_ns, high_ns }: Pick<ClockOffset, 'low_ns' | 'high_ns'>): number {
  return Number(high_ns - low_ns) / 2e6;
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b);

function jumped(by_ms: string): RunError {
  return new RunError(
    'clock-jumped',
    `a clock jumped by ${by_ms} ms or more during the run: this machine's, or that of the rendezvous`,
  );
}

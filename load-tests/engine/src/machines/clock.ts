import { RunError } from '../failures/error.ts';

/** One question for the server's clock, and when it was asked and answered by this machine's (process.hrtime.bigint()). */
export interface ClockSample {
  sent_ns: bigint;
  received_ns: bigint;
  /** Whole milliseconds, cut off. */
  server_ms: number;
}

/** By how much the server's clock is ahead of this machine's: somewhere between the two. */
export interface ClockOffset {
  low_ns: bigint;
  high_ns: bigint;
  /** When it was read, by this machine's clock. */
  at_ns: bigint;
}

/** Two crystals part by at most this: each is within 50 ppm. */
const drift_ppm = 100n;

/**
 * The server reads its clock between question and answer, so each sample bounds the offset from both sides. What all
 * samples allow is at most as wide as the best round trip and a millisecond (intersection of intervals, as in Marzullo &
 * Owicki, Maintaining the Time in a Distributed System, 1983).
 * @throws RunError `clock-jumped` if no offset suits all samples
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
 * What holds for the whole of a run.
 * @returns the least interval that has both
 * @throws RunError `clock-jumped` if they lie further apart than two clocks drift in that time
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

/** The offset itself, as far as it is known: it is wrong by `bound_ms` at most. */
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

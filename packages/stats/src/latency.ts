import * as hdr from 'hdr-histogram-js';

/**
 * Latencies as an HDR histogram of microseconds. Every process of a run uses this one configuration, so that theirs
 * can be merged: 1 µs to 120 s with 3 significant digits, so a value that is read back is within 0.1 % of the one
 * that was recorded.
 */
export type Latencies = hdr.Histogram;

export const resolution = {
  lowestDiscernibleValue: 1,
  highestTrackableValue: 120_000_000,
  numberOfSignificantValueDigits: 3,
} as const;

export function emptyLatencies(): Latencies {
  return hdr.build({ ...resolution, autoResize: false });
}

/** @returns HDR's own compressed form (V2, zlib), in base64 */
export function encodeLatencies(latencies: Latencies): string {
  return hdr.encodeIntoCompressedBase64(latencies);
}

/** @throws if `text` is not a histogram, or one of another configuration than `resolution` */
export function decodeLatencies(text: string): Latencies {
  const decoded = hdr.decodeFromCompressedBase64(text);
  assertMergeable(decoded);
  return decoded;
}

/**
 * One histogram of all counts. Histograms are merged, never averaged: a mean of percentiles is no percentile.
 * @throws if one of them has another configuration
 */
export function mergeLatencies(parts: readonly Latencies[]): Latencies {
  const merged = emptyLatencies();
  for (const part of parts) {
    assertMergeable(part);
    merged.add(part);
  }
  return merged;
}

function assertMergeable(latencies: Latencies): void {
  const digits = latencies.numberOfSignificantValueDigits;
  const highest = latencies.highestTrackableValue;
  if (digits !== resolution.numberOfSignificantValueDigits || highest !== resolution.highestTrackableValue) {
    throw new Error(
      `Histogram of ${digits} digits up to ${highest} µs can't be merged: expected ` +
        `${resolution.numberOfSignificantValueDigits} digits up to ${resolution.highestTrackableValue} µs`,
    );
  }
}

/**
 * How far a value that is read back may lie from the one that was recorded, as a share of it: the width of its bucket.
 * HDR cuts each power of two into 1,024 buckets of whole microseconds (Tene, HdrHistogram, "Histogram variants and
 * internal representation"), so from 1 ms on it is 0.001 at most: `±0.1 %`.
 */
export function resolutionOf(value_us: number): number {
  const width_us = Math.max(1, 2 ** (Math.floor(Math.log2(value_us)) - 10));
  return width_us / value_us;
}

/** In milliseconds; null where the value lies beyond the drain: it never came. */
export interface Percentiles {
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
  max_ms: number | null;
}

/**
 * Percentiles over all that was owed: what was lost counts as slower than anything that came, so that dropping is
 * never fast. Nearest rank: the smallest value that at least p % of what was owed did not exceed.
 * @param lost deliveries that were owed and had not come when the drain ended
 */
export function percentiles(latencies: Latencies, lost: number): Percentiles {
  const came = latencies.totalCount;
  const owed = came + lost;
  const at = (percent: number): number | null => {
    const rank = Math.max(1, Math.ceil((percent / 100) * owed));
    if (came === 0 || rank > came) return null;
    return valueAtRank(latencies, rank) / 1000;
  };
  return { p50_ms: at(50), p95_ms: at(95), p99_ms: at(99), max_ms: at(100) };
}

/**
 * In microseconds. The library takes a percentage; half a rank less keeps its rounding from stepping over the one that
 * is meant.
 */
export function valueAtRank(latencies: Latencies, rank: number): number {
  return latencies.getValueAtPercentile((100 * (rank - 0.5)) / latencies.totalCount);
}

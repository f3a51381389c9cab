import * as hdr from 'hdr-histogram-js';

/**
 * Latencies as an HDR histogram of microseconds. Every process of a run uses this configuration, so that their
 * histograms can be merged: 1 µs to 120 s with 3 significant digits, so a value read from a histogram is within 0.1 %
 * of the recorded one.
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

/** @throws if `text` is not a histogram, or has another configuration than `resolution` */
export function decodeLatencies(text: string): Latencies {
  const decoded = hdr.decodeFromCompressedBase64(text);
  assertMergeable(decoded);
  return decoded;
}

/**
 * Adds the counts of histograms. Percentiles must come from a merged histogram: their mean is no percentile.
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
 * The largest relative error of a value read from a histogram: the width of its bucket. HDR divides each power of two
 * into 1,024 buckets of whole microseconds (Tene, HdrHistogram, "Histogram variants and internal representation"), so
 * from 1 ms it is at most 0.001: `±0.1 %`.
 */
export function resolutionOf(value_us: number): number {
  const width_us = Math.max(1, 2 ** (Math.floor(Math.log2(value_us)) - 10));
  return width_us / value_us;
}

/** In milliseconds; null if the percentile is a delivery that was not received before the drain ended. */
export interface Percentiles {
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
  max_ms: number | null;
}

/**
 * Percentiles of all expected deliveries. Lost ones count as slower than any that was received, so that dropping
 * messages never looks fast. Nearest rank: the smallest value that at least p % of the expected deliveries don't
 * exceed.
 * @param lost expected deliveries that were not received before the drain ended
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
 * In microseconds. The library takes a percentage; subtracting half a rank keeps its rounding from selecting the next
 * rank.
 */
export function valueAtRank(latencies: Latencies, rank: number): number {
  return latencies.getValueAtPercentile((100 * (rank - 0.5)) / latencies.totalCount);
}

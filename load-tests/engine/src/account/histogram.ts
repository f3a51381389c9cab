import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
  type JsHistogram,
} from 'hdr-histogram-js';

/** One configuration for all histograms, in microseconds, so that they can be merged. */
const histogramConfiguration = {
  lowestDiscernibleValue: 1,
  highestTrackableValue: 120_000_000,
  numberOfSignificantValueDigits: 3,
} as const;

/** Times outside of the histogram: below 1 µs (a clock, or an id used twice), or above 120 s. */
export interface Outside {
  below: number;
  beyond: number;
}

/** Adds up the times outside of several histograms. */
export function sumOutside(all: readonly Outside[]): Outside {
  return {
    below: all.reduce((sum, { below }) => sum + below, 0),
    beyond: all.reduce((sum, { beyond }) => sum + beyond, 0),
  };
}

/** Times in microseconds: a histogram, and a count of the times outside of it. Its size is constant. */
export class Times {
  readonly histogram: Histogram = makeHistogram();
  readonly outside: Outside = { below: 0, beyond: 0 };

  record(time_us: number): void {
    if (time_us < 1) this.outside.below++;
    else if (time_us > histogramConfiguration.highestTrackableValue) this.outside.beyond++;
    else this.histogram.recordValue(time_us);
  }
}

export function makeHistogram(): Histogram {
  const histogram = build({
    ...histogramConfiguration,
    bitBucketSize: 32,
    autoResize: false,
    useWebAssembly: false,
  }) as JsHistogram;
  histogram.countsArrayIndex = countsIndex;
  return histogram;
}

/**
 * The library's function uses a logarithm and two powers, which is half the cost of accounting for a delivery. Shifts are
 * enough here, because all values are below 2^31.
 * @param value 0 or more
 */
function countsIndex(this: JsHistogram, value: number): number {
  const magnitude = this.subBucketHalfCountMagnitude;
  const bucket = Math.max(0, 31 - Math.clz32(value) - magnitude);
  return ((bucket + 1) << magnitude) + (value >>> bucket) - this.subBucketHalfCount;
}

/** HDR's compressed form (V2), in base64. */
export function encodeHistogram(histogram: Histogram): string {
  return encodeIntoCompressedBase64(histogram);
}

/** @throws Error for a histogram of another configuration, because it can't be merged */
export function decodeHistogram(text: string): Histogram {
  const histogram = decodeFromCompressedBase64(text, 32, false) as JsHistogram;
  const { lowestDiscernibleValue, highestTrackableValue, numberOfSignificantValueDigits } = histogram;
  const found = { lowestDiscernibleValue, highestTrackableValue, numberOfSignificantValueDigits };
  for (const [key, expected] of Object.entries(histogramConfiguration)) {
    const value = found[key as keyof typeof found];
    if (value !== expected) throw new Error(`a histogram with ${key} ${value} instead of ${expected}`);
  }
  return histogram;
}

/** @throws Error for a histogram of another configuration */
export function mergeHistograms(texts: readonly string[]): Histogram {
  const merged = makeHistogram();
  for (const text of texts) merged.add(decodeHistogram(text) as JsHistogram);
  return merged;
}

/**
 * Samples a histogram for Artillery, which takes only single values: every `stride`-th of the sorted values. It counts
 * from the largest, so the maximum is one of them.
 */
export function sampleHistogram(histogram: Histogram, stride: number): number[] {
  const values: number[] = [];
  let rank = 0;
  // From the smallest; the last rank, histogram.totalCount, is always one of them.
  let next = histogram.totalCount % stride || stride;
  (histogram as JsHistogram).recordedValuesIterator.reset();
  const iterator = (histogram as JsHistogram).recordedValuesIterator;
  while (iterator.hasNext()) {
    const { countAddedInThisIterationStep, valueIteratedTo } = iterator.next();
    rank += countAddedInThisIterationStep;
    for (; next <= rank; next += stride) values.push(valueIteratedTo);
  }
  return values;
}

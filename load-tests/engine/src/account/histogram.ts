import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
  type JsHistogram,
} from 'hdr-histogram-js';

/** One configuration everywhere, in microseconds, so that histograms can be merged. */
const histogramConfiguration = {
  lowestDiscernibleValue: 1,
  highestTrackableValue: 120_000_000,
  numberOfSignificantValueDigits: 3,
} as const;

/** What didn't fit into the histogram: below 1 µs (the clock, or an id used twice), beyond 120 s. */
export interface Outside {
  below: number;
  beyond: number;
}

/** What lay outside of several histograms. */
export function sumOutside(all: readonly Outside[]): Outside {
  return {
    below: all.reduce((sum, { below }) => sum + below, 0),
    beyond: all.reduce((sum, { beyond }) => sum + beyond, 0),
  };
}

/** Times in microseconds: a histogram, and the count of what lay outside of it. Its size is constant. */
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
 * The library's own function finds the same by a logarithm and two powers, which is half of what the account of a delivery
 * costs. All values are below 2^31 here, so that shifts do.
 * @param value from 0 up
 */
function countsIndex(this: JsHistogram, value: number): number {
  const magnitude = this.subBucketHalfCountMagnitude;
  const bucket = Math.max(0, 31 - Math.clz32(value) - magnitude);
  return ((bucket + 1) << magnitude) + (value >>> bucket) - this.subBucketHalfCount;
}

/** HDR's own compressed form (V2), in base64. */
export function encodeHistogram(histogram: Histogram): string {
  return encodeIntoCompressedBase64(histogram);
}

/** @throws Error for a histogram of another configuration: two such can't be merged */
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
 * Values that stand for a histogram where only single values can be handed on, as to Artillery: every
 * `stride`-th of the sorted values, counted from the largest, so that the maximum is among them.
 */
export function sampleHistogram(histogram: Histogram, stride: number): number[] {
  const values: number[] = [];
  let rank = 0;
  // From the smallest up; the last rank, histogram.totalCount, is always taken.
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

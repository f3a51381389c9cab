import { build, type JsHistogram } from 'hdr-histogram-js';
import { describe, expect, test } from 'vitest';
import {
  decodeHistogram,
  encodeHistogram,
  makeHistogram,
  mergeHistograms,
  sampleHistogram,
} from '../src/account/histogram.ts';

describe('histograms', () => {
  test('survive their text form, and merge to the sum', () => {
    const one = makeHistogram();
    const two = makeHistogram();
    for (const value of [1, 1000, 119_000_000]) one.recordValue(value);
    two.recordValue(2000);
    expect(decodeHistogram(encodeHistogram(one)).totalCount).toBe(3);
    const merged = mergeHistograms([encodeHistogram(one), encodeHistogram(two)]);
    expect(merged.totalCount).toBe(4);
    expect(merged.getValueAtPercentile(75)).toBe(2000);
    expect(merged.minNonZeroValue).toBe(1);
  });

  test('of different configurations are not merged', () => {
    const other = build({ numberOfSignificantValueDigits: 2, highestTrackableValue: 120_000_000 });
    expect(() => mergeHistograms([encodeHistogram(makeHistogram()), encodeHistogram(other)])).toThrow(
      'a histogram with numberOfSignificantValueDigits 2 instead of 3',
    );
  });

  test('are sampled by every n-th value, with the largest', () => {
    const histogram = makeHistogram();
    for (let value = 1; value <= 1000; value++) histogram.recordValue(value);
    expect(sampleHistogram(histogram, 1)).toHaveLength(1000);
    expect(sampleHistogram(histogram, 250)).toEqual([250, 500, 750, 1000]);
    expect(sampleHistogram(histogram, 300)).toEqual([100, 400, 700, 1000]);
    expect(sampleHistogram(histogram, 5000)).toEqual([1000]);
    expect(sampleHistogram(makeHistogram(), 5)).toEqual([]);
  });
});

test('a value counts in the same bucket as in the library', () => {
  const histogram = makeHistogram() as JsHistogram;
  const library = Object.getPrototypeOf(histogram).countsArrayIndex as (
    this: JsHistogram,
    value: number,
  ) => number;
  const differing: number[] = [];
  const compare = (value: number) => {
    if (histogram.countsArrayIndex(value) !== library.call(histogram, value)) differing.push(value);
  };
  for (let value = 0; value < 70_000; value++) compare(value);
  for (let power = 16; power < 27; power++) {
    for (const near of [-1, 0, 1]) compare(2 ** power + near);
  }
  for (let value = 70_001; value <= 120_000_000; value += 9973) compare(value);
  compare(120_000_000);
  expect(differing).toEqual([]);
});

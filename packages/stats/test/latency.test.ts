import * as hdr from 'hdr-histogram-js';
import { expect, test } from 'vitest';
import {
  decodeLatencies,
  emptyLatencies,
  encodeLatencies,
  mergeLatencies,
  percentiles,
  resolutionOf,
} from '../src/index.ts';

function of(...milliseconds: number[]) {
  const latencies = emptyLatencies();
  for (const value of milliseconds) latencies.recordValue(value * 1000);
  return latencies;
}

test('percentiles are nearest ranks of all expected deliveries', () => {
  const hundred = of(...Array.from({ length: 100 }, (_, index) => index + 1));
  const { p50_ms, p95_ms, p99_ms, max_ms } = percentiles(hundred, 0);
  expect(p50_ms).toBeCloseTo(50, 1);
  expect(p95_ms).toBeCloseTo(95, 0);
  expect(p99_ms).toBeCloseTo(99, 0);
  expect(max_ms).toBeCloseTo(100, 0);
});

test('a lost delivery is beyond the drain, and moves every percentile up', () => {
  const { p50_ms, p95_ms, max_ms } = percentiles(of(1, 2, 3, 4, 5, 6, 7, 8, 9), 1);
  expect(p50_ms).toBeCloseTo(5, 2);
  expect(p95_ms).toBeNull();
  expect(max_ms).toBeNull();
});

test('without deliveries every percentile is beyond the drain', () => {
  expect(percentiles(emptyLatencies(), 3)).toEqual({
    p50_ms: null,
    p95_ms: null,
    p99_ms: null,
    max_ms: null,
  });
});

test('merging adds counts, and survives the compressed form', () => {
  const merged = mergeLatencies([decodeLatencies(encodeLatencies(of(1, 2))), of(3)]);
  expect(merged.totalCount).toBe(3);
  expect(percentiles(merged, 0).max_ms).toBeCloseTo(3, 2);
});

test('histograms of different configurations are not merged', () => {
  const coarse = hdr.build({
    numberOfSignificantValueDigits: 2,
    highestTrackableValue: 120_000_000,
    autoResize: false,
  });
  expect(() => mergeLatencies([coarse])).toThrow("2 digits up to 120000000 µs can't be merged");
});

test('a value read from a histogram is within the stated resolution', () => {
  for (const value_us of [1, 999, 2047, 2048, 12_345, 1_048_575, 1_048_576, 119_999_999]) {
    const latencies = emptyLatencies();
    latencies.recordValue(value_us);
    const read_us = (percentiles(latencies, 0).p50_ms as number) * 1000;
    expect(Math.abs(read_us - value_us)).toBeLessThanOrEqual(resolutionOf(read_us) * read_us);
  }
  expect(resolutionOf(1500)).toBeLessThanOrEqual(0.001);
  expect(resolutionOf(100_000_000)).toBeLessThanOrEqual(0.001);
  expect(resolutionOf(100)).toBe(0.01);
});

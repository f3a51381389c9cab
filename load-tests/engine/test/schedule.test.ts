import { describe, expect, test } from 'vitest';
import { makeSchedule } from '../src/account/schedule.ts';

const options = { seed: 1, rate_per_s: 20, duration_ms: 15_000, writers: 4, arrivals: 'poisson' } as const;

describe('a schedule', () => {
  test('is the same for the same seed, on every machine', () => {
    const { due_us } = makeSchedule(options);
    expect(due_us.slice(0, 5)).toEqual([36_948, 37_768, 109_395, 230_097, 445_301]);
    expect(due_us).toEqual(makeSchedule({ ...options, writers: 8 }).due_us);
  });

  test('differs for another seed, also for the next one', () => {
    expect(makeSchedule({ ...options, seed: 2 }).due_us.slice(0, 5)).not.toEqual(
      makeSchedule(options).due_us.slice(0, 5),
    );
  });

  test('is in ascending order, and stays within its duration', () => {
    const { due_us } = makeSchedule(options);
    expect(due_us).toEqual([...due_us].sort((a, b) => a - b));
    expect(due_us.at(-1)).toBeLessThan(15_000_000);
    expect(due_us.every(Number.isInteger)).toBe(true);
  });

  test('has rate x duration writes, exactly', () => {
    for (const seed of [1, 2, 3]) expect(makeSchedule({ ...options, seed }).due_us).toHaveLength(300);
    expect(makeSchedule({ ...options, rate_per_s: 0.3, duration_ms: 5000 }).due_us).toHaveLength(2);
    expect(makeSchedule({ ...options, arrivals: 'constant' }).due_us).toHaveLength(300);
  });

  test('of kind poisson has exponential gaps, whose deviation equals their mean', () => {
    const { due_us } = makeSchedule({ ...options, rate_per_s: 1000, duration_ms: 100_000 });
    const gaps = due_us.map((at, i) => at - (due_us[i - 1] ?? 0));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
    expect(Math.sqrt(variance) / mean).toBeCloseTo(1, 1);
    // P(gap > 2 means) = e^-2
    expect(gaps.filter((gap) => gap > 2 * mean).length / gaps.length).toBeCloseTo(Math.exp(-2), 2);
  });

  test('of kind constant has equal gaps', () => {
    const { due_us } = makeSchedule({ ...options, rate_per_s: 4, duration_ms: 1000, arrivals: 'constant' });
    expect(due_us).toEqual([0, 250_000, 500_000, 750_000]);
  });
});

import { expect, test } from 'vitest';
import { DeliveryTimes, latencyFromSending } from '../src/account/delivery-times.ts';

const file = (pairs: readonly (readonly [write: number, latency_us: number])[]) => {
  const times = new DeliveryTimes();
  for (const [write, latency_us] of pairs) times.record(write, latency_us);
  return times.bytes();
};

test('latency from the sending is latency from the schedule without the lateness of the write', () => {
  const found = latencyFromSending(
    [
      file([
        [0, 5000],
        [1, 9000],
      ]),
      file([[1, 9500]]),
    ],
    [0, 4000],
  );
  expect(found?.totalCount).toBe(3);
  expect(found?.getValueAtPercentile(50)).toBeCloseTo(5000, -2);
  expect(found?.maxValue).toBeCloseTo(5500, -2);
});

test('it is unknown if nothing came, or if a write came that was not sent', () => {
  expect(latencyFromSending([file([[0, 5000]])], [-1])).toBeNull();
  expect(latencyFromSending([file([])], [])).toBeNull();
});

test('a full list keeps an even sample of the whole time', () => {
  const count = 300_000;
  const many = Array.from({ length: count }, (_, k) => [k, 1000 + k] as const);
  const found = latencyFromSending([file(many)], new Array(count).fill(0));
  expect(found?.totalCount).toBeLessThanOrEqual(65_536);
  expect(found?.getValueAtPercentile(50)).toBeCloseTo(1000 + count / 2, -3);
});

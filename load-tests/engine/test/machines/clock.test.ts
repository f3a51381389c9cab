import { expect, test } from 'vitest';
import { boundOf, type ClockSample, middleOf, offsetDuring, offsetOf } from '../../src/machines/clock.ts';

const offset_ns = 5_000_123_456_789n;
const start_ns = 7_000_000_000n;

/** What a server whose clock is ahead by `offset_ns` answers to questions that take `out_ms` there and `back_ms` back. */
function sampleAt(at_ns: bigint, out_ms: number, back_ms: number, ahead_ns = offset_ns): ClockSample {
  const read_ns = at_ns + BigInt(Math.round(out_ms * 1e6));
  const received_ns = read_ns + BigInt(Math.round(back_ms * 1e6));
  return { sent_ns: at_ns, received_ns, server_ms: Number((read_ns + ahead_ns) / 1_000_000n) };
}

/** Ways that take longer in one direction than in the other. */
const uneven = Array.from({ length: 30 }, (_, i) =>
  sampleAt(start_ns + BigInt(i) * 3_370_000n, 20 + (i % 5), 21 + (i % 7)),
);

test('the offset is within its bounds, and they are no wider than the best round trip and a millisecond', () => {
  const found = offsetOf(uneven);
  expect(found.low_ns).toBeLessThanOrEqual(offset_ns);
  expect(found.high_ns).toBeGreaterThanOrEqual(offset_ns);
  expect(boundOf(found)).toBeLessThanOrEqual((41 + 1) / 2);
  const wrong_ms = Math.abs(Number(middleOf(found) - offset_ns)) / 1e6;
  expect(wrong_ms).toBeLessThanOrEqual(boundOf(found));
});

test('a jump of the clock during the reading is detected', () => {
  const later = uneven.map((one, i) => (i < 15 ? one : { ...one, server_ms: one.server_ms + 500 }));
  expect(() => offsetOf(later)).toThrow(/a clock jumped by 4\d\d\.\d ms or more/);
});

test('the bounds before and after the run hold for the run, and a jump between them is detected', () => {
  const before = offsetOf(uneven);
  const after = (ahead_ns: bigint) =>
    offsetOf(uneven.map(({ sent_ns }) => sampleAt(sent_ns + 60_000_000_000n, 20, 24, ahead_ns)));
  const during = offsetDuring(before, after(offset_ns + 2_000_000n));
  for (const true_ns of [offset_ns, offset_ns + 2_000_000n]) {
    expect(during.low_ns).toBeLessThanOrEqual(true_ns);
    expect(during.high_ns).toBeGreaterThanOrEqual(true_ns);
  }
  expect(() => offsetDuring(before, after(offset_ns - 3_600_000_000_000n))).toThrow(
    /a clock jumped by 3\d{6}\.\d ms/,
  );
});

const first_ms = 100;
const longest_ms = 2000;

/**
 * How long to wait before an attempt to connect again: doubling from 100 ms up to 2 s, with a random half so
 * that a thousand clients don't come back at once.
 * @param attempt 0 for the first
 */
export function backoff_ms(attempt: number): number {
  const full_ms = Math.min(longest_ms, first_ms * 2 ** Math.min(attempt, 10));
  return full_ms * (0.5 + Math.random() / 2);
}

import { expect } from 'vitest';

/** What a page shows comes about soon, or not at all; a reconnection may take several seconds. */
const patience_ms = 20_000;

/** Looks again and again until the expectation that follows holds: `await eventually(() => count()).toBe(2)`. */
export function eventually<T>(read: () => T | Promise<T>, what = 'what the page shows') {
  return expect.poll(read, { timeout: patience_ms, interval: 20, message: what });
}
